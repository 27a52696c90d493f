/** Whom one may ask for money: the chase rule of spec §2. */
import type { Day } from '#kernel/day.ts'
import { day, formatDayLong } from '#kernel/day.ts'
import type { InvoiceType } from '../shared/invoice-types.rules.ts'

interface ChaseFacts {
  readonly type: string
  readonly due_date: Day | string | null
}

const chased: readonly string[] = [
  'provider-client',
  'agency-client',
  'funder-client',
] satisfies readonly InvoiceType[]

/** Spec §2: provider-client, agency-client or funder-client, and due before today. */
export function isChaseable({ type, due_date }: ChaseFacts, today: Day | string): boolean {
  return chased.includes(type) && due_date !== null && due_date < today
}

/** Spec §2: chase is offered only when every selected invoice may be chased. */
export function isChaseOffered(invoices: readonly ChaseFacts[], today: Day | string): boolean {
  return invoices.length > 0 && invoices.every((one) => isChaseable(one, today))
}

/** True, or why there is nothing to ask for on the document. */
export function isOwed({ status }: { readonly status: unknown }): true | string {
  return status === 'open' || 'Nothing is owed on it'
}

/** Why one document cannot be chased today; null when it can. */
export function whyNotChased(
  one: ChaseFacts & { readonly status: string; readonly is_credit_note: boolean },
  today: Day | string,
): string | null {
  if (!chased.includes(one.type)) return 'Only what a client owes is chased'
  if (one.is_credit_note) return 'A credit note is not asked for'
  const owed = isOwed(one)
  if (owed !== true) return owed
  if (isChaseable(one, today)) return null
  return one.due_date === null
    ? 'It has no due date'
    : `It is due on ${formatDayLong(day(one.due_date))} and can be chased from the day after`
}
