/** Inputs and rows that the verbs of webhooks share. */
import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { invalid } from '#kernel/errors.ts'
import type { Instant } from '#kernel/instant.ts'
import { validationText } from '#kernel/messages.ts'
import type { VerbContext } from '#server/verb.ts'
import { numberFault } from '../shared/public-address.rules.ts'
import { urlFault } from './webhook.rules.ts'
import { isEvent, webhook_events } from './webhook-events.rules.ts'

const url = z
  .string()
  .trim()
  .min(1, { error: validationText.required })
  .superRefine((text, context) => {
    const fault = urlFault(text)
    if (fault !== null) context.addIssue({ code: 'custom', message: fault })
  })

const events = z
  .array(z.string().refine(isEvent, { error: validationText.matches }))
  .min(1, { error: validationText.required })
  .max(webhook_events.length)
  .transform((names) => webhook_events.filter((name) => names.includes(name)))

export const webhookInput = { url, events }

/** @throws invalid for the number of a machine that no delivery may reach */
export function requireReach({ open_networks }: VerbContext, address: string): void {
  const fault = numberFault(address, open_networks)
  if (fault !== null) throw invalid({ url: fault })
}

export const idInput = z.strictObject({ id: z.uuid() })

const webhookState = z.enum(['active', 'paused', 'disabled'])

export type WebhookRow = {
  readonly id: string
  readonly url: string
  readonly events: readonly string[]
  readonly status: z.infer<typeof webhookState>
  readonly reason: string | null
  readonly secret_enc: string
  readonly old_secret_until: Instant | null
}

/** The viewer's webhook, locked. @throws not_found */
export async function lockWebhook({ tx, viewer }: VerbContext, id: string): Promise<WebhookRow> {
  const [row] = await loadVisible<WebhookRow>(tx, viewer, 'platform.webhook', [id], {
    lock: true,
    columns: 't.id, t.url, t.events, t.state as status, t.reason, t.secret_enc, t.old_secret_until',
  })
  return row as WebhookRow // As many rows as ids.
}
