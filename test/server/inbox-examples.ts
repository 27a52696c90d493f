/** Examples of verbs of the inbox. */
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { newUuid } from '#kernel/uuid.ts'
import { seedContact } from '../fixtures/world.ts'
import { type Example, type Stage, submitted, worker } from './example-parts.ts'

const categories = ['agency', 'client', 'contractor', 'funder', 'provider'] as const
const unaudited = 'the order of a person’s own inbox is no state of the business'

async function notice(stage: Stage, user_id: string): Promise<string> {
  const id = newUuid(stage.clock)
  await stage.database.owner.query(
    `insert into log.notification_log (id, user_id, title, message) values ($1, $2, 'Hello', 'Look')`,
    [id, user_id],
  )
  return id
}

/** A timesheet to approve, which a colleague may approve too. */
async function task(stage: Stage, viewer: Viewer): Promise<{ id: string; to_contact_id: string }> {
  const { client } = stage.placed
  // By the provider, who also may where the client has another agency by now.
  const { admin: by } = stage.agency.provider
  const colleague = await seedContact(stage, by, client.id, 'Cora', 'timesheet_approver')
  const { ids } = await submitted(stage)
  const { rows } = await stage.database.owner.query<{ id: string }>(
    `select id from log.notification_log where entity_id = $1 and business_contact_id = $2 and state = 'open'`,
    [ids[0], viewer.business_contact_id],
  )
  return { id: present(rows[0], 'a task').id, to_contact_id: colleague.business_contact_id }
}

export const inbox_examples: Readonly<Record<string, Example>> = {
  'log.notification_log.assign': {
    by: (stage) => stage.placed.client.approver,
    categories,
    input: task,
  },
  'log.notification_log.colleagues': {
    by: (stage) => stage.placed.client.approver,
    categories,
    reads: true,
    unaudited: 'it changes nothing',
    input: async (stage, viewer) => ({ id: (await task(stage, viewer)).id }),
  },
  'log.notification_log.done': {
    by: worker,
    categories,
    unaudited,
    skips_unknown: true,
    input: async (stage, viewer) => ({ ids: [await notice(stage, viewer.user_id)] }),
  },
  'platform.notification_preference.read': {
    by: worker,
    categories,
    reads: true,
    unaudited: 'it changes nothing',
    input: async () => ({}),
  },
  'platform.notification_preference.set': {
    by: worker,
    categories,
    unaudited: 'the mails that a person wants are no state of the business',
    input: async () => ({ kind: 'work_approved', mail: 'off' }),
  },
  'log.notification_log.snooze': {
    by: worker,
    categories,
    unaudited,
    skips_unknown: true,
    input: async (stage, viewer) => ({ ids: [await notice(stage, viewer.user_id)], until: '2025-06-18' }),
  },
}
