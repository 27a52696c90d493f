/** The chase rule of spec §2. */
import type { Day } from '#kernel/day.ts'
import { day, formatDayLong } from '#kernel/day.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import type { InvoiceType } from '../shared/invoice-types.rules.ts'

export interface ChaseFacts {
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

/** Whether anything is owed on the document. */
export const isOwed = ({ status }: { readonly status: unknown }): Verdict =>
  status === 'open' || refuse('precondition', 'Nothing is owed on it')

/** Whether one document can be chased today. */
export function mayChase(
  one: ChaseFacts & { readonly status: string; readonly is_credit_note: boolean },
  today: Day | string,
): Verdict {
  const no = (message: string) => refuse('precondition', message)
  if (!chased.includes(one.type)) return no('Only what a client owes is chased')
  if (one.is_credit_note) return no('A credit note is not asked for')
  const owed = isOwed(one)
  if (owed !== true) return owed
  if (isChaseable(one, today)) return true
  return one.due_date === null
    ? no('It has no due date')
    : no(`It is due on ${formatDayLong(day(one.due_date))} and can be chased from the day after`)
}
