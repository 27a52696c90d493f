/** The events that webhooks hear of, found in audit entries. Pure. */

import { labelOf } from '#entity/choices.ts'

/** Statuses of each entity that are events. Every entity here names its parties in its rows. */
const event_statuses = {
  'transaction.timesheet': ['submitted', 'approved', 'rejected', 'suspense', 'cancelled'],
  'transaction.expense': ['submitted', 'approved', 'rejected', 'suspense', 'cancelled'],
  'transaction.invoice': ['open', 'closed', 'cancelled'],
  'transaction.invoice_set': ['raised'],
  'transaction.payment_receipt_summary': [
    'allocated',
    'partially_matched',
    'matched',
    'reversed',
    'cancelled',
  ],
  'transaction.payslip': ['issued', 'paid'],
  'contract.contract': [
    'pending_approval_agency',
    'pending_approval_client',
    'pending_approval_contractor',
    'active',
    'expired',
    'rejected',
    'cancelled',
  ],
  'request.change_request': ['pending', 'approved', 'rejected', 'cancelled'],
  'payment.payment_batch': ['under_review', 'reviewed', 'completed', 'cancelled'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type EventEntity = keyof typeof event_statuses

export const event_entities = Object.keys(event_statuses) as EventEntity[] // Its keys.

/** A try-out of an endpoint; no webhook needs to name it. */
export const PING = 'webhook.ping'

/** Every event by its name: the entity and the new status. */
export const webhook_events: readonly string[] = event_entities.flatMap((entity) =>
  event_statuses[entity].map((status) => `${entity}.${status}`),
)

const known: ReadonlySet<string> = new Set(webhook_events)

export const isEvent = (name: string): boolean => known.has(name)

/** Steps of a placement are audited under either name. */
const same_entity: Readonly<Record<string, string>> = {
  'contract.temp_placement': 'contract.contract',
  'contract.perm_placement': 'contract.contract',
}

export type FactEntry = {
  readonly entity: string
  readonly entity_id: string
  readonly old_values?: Readonly<Record<string, unknown>> | undefined
  readonly new_values?: Readonly<Record<string, unknown>> | undefined
}

export type WebhookFact = {
  readonly event: string
  readonly entity: string
  readonly id: string
  readonly old_status: string | null
  readonly status: string
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** The facts of these entries, in their order. A status that stays is none. */
export function factsOf(entries: readonly FactEntry[]): WebhookFact[] {
  return entries.flatMap((entry): WebhookFact[] => {
    const entity = same_entity[entry.entity] ?? entry.entity
    const { old_values = {}, new_values = {} } = entry
    const [old_status, status] = [textOf(old_values.status), textOf(new_values.status)]
    const found: WebhookFact[] = []
    if (status !== null && status !== old_status)
      found.push({ event: `${entity}.${status}`, entity, id: entry.entity_id, old_status, status })
    const set_id = textOf(new_values.invoice_set_id)
    if (set_id !== null && set_id !== textOf(old_values.invoice_set_id))
      found.push({
        event: 'transaction.invoice_set.raised',
        entity: 'transaction.invoice_set',
        id: set_id,
        old_status: null,
        status: 'raised',
      })
    return found.filter(({ event }) => isEvent(event))
  })
}

/** The body of a message. It holds few facts, so that a leaked message reveals little. */
export type FactBody = {
  readonly type: string
  readonly timestamp: string
  readonly data: Readonly<Record<string, string | null>>
}

/** The text that is signed and sent, letter by letter. */
export const bodyText = (body: FactBody): string => JSON.stringify(body)

/** Entities that nobody of the category ever sees. */
const closed_to: Readonly<Partial<Record<string, readonly EventEntity[]>>> = {
  agency: ['payment.payment_batch'],
  funder: ['payment.payment_batch', 'transaction.payslip'],
}

/** The events that a form offers; every event may be named. */
export const eventsFor = (category: string): readonly string[] =>
  webhook_events.filter((name) => !closed_to[category]?.some((entity) => name.startsWith(`${entity}.`)))

const labels: Readonly<Record<string, string>> = {
  payment_receipt_summary: 'Receipt',
  contract: 'Placement',
  suspense: 'in suspense',
}

const wordOf = (name: string): string => labels[name] ?? labelOf(name)

/** `Timesheet approved` */
export function eventLabel(event: string): string {
  if (event === PING) return 'Test'
  const [, noun = '', status = ''] = event.split('.')
  return `${wordOf(noun)} ${wordOf(status).toLowerCase()}`
}
