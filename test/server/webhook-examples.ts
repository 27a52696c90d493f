/** Examples of verbs of webhooks. */
import type { Viewer } from '#entity/access.ts'
import { act } from '../fixtures/world.ts'
import { admin, type Example, type Stage } from './example-parts.ts'

const categories = ['agency', 'funder', 'provider'] as const
const events = ['transaction.timesheet.approved']

const url = 'https://hooks.example.org/stint'

/** Another one each time, in place of the one before: a business has few. */
async function made(stage: Stage, viewer: Viewer): Promise<{ id: string }> {
  await stage.database.app.query(
    'update platform.webhook set deleted_at = now() where business_id = $1 and deleted_at is null',
    [viewer.business_id],
  )
  const { id } = await act<{ id: string }>(stage, viewer, 'platform.webhook.create', { url, events })
  return { id }
}

async function failed(stage: Stage, viewer: Viewer): Promise<{ id: string; delivery_id: string }> {
  const { id } = await made(stage, viewer)
  const { delivery_id } = await act<{ delivery_id: string }>(stage, viewer, 'platform.webhook.send_test', {
    id,
  })
  await stage.database.app.query(
    `update platform.webhook_delivery set state = 'failed', next_attempt_at = null where id = $1`,
    [delivery_id],
  )
  return { id, delivery_id }
}

export const webhook_examples: Readonly<Record<string, Example>> = {
  'platform.webhook.create': { by: admin, categories, input: async () => ({ url, events }) },
  'platform.webhook.update': {
    by: admin,
    categories,
    input: async (stage, viewer) => ({
      ...(await made(stage, viewer)),
      url,
      events: ['transaction.invoice.closed'],
    }),
  },
  'platform.webhook.pause': { by: admin, categories, input: made },
  'platform.webhook.resume': {
    by: admin,
    categories,
    input: async (stage, viewer) => {
      const hook = await made(stage, viewer)
      await act(stage, viewer, 'platform.webhook.pause', hook)
      return hook
    },
  },
  'platform.webhook.delete': { by: admin, categories, input: made },
  'platform.webhook.rotate_secret': { by: admin, categories, input: made },
  'platform.webhook.send_test': { by: admin, categories, input: made },
  'platform.webhook_delivery.send_again': {
    by: admin,
    categories,
    input: async (stage, viewer) => ({ id: (await failed(stage, viewer)).delivery_id }),
  },
  'platform.webhook.send_failed': {
    by: admin,
    categories,
    input: async (stage, viewer) => {
      const { id } = await failed(stage, viewer)
      return { id, from_day: '2025-01-01', to_day: '2030-01-01' }
    },
  },
}
