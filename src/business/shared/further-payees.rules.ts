/** Payees of a contractor beside the one of their row, each for new placements with one agency. Pure. */
import { addDays, type Day, formatDay } from '#kernel/day.ts'

export type FurtherPayee = {
  readonly payment_type: string
  /** The contractor themselves on payroll. */
  readonly payment_company_id: string
  readonly effective_from: Day
  readonly effective_to: Day | null
  readonly self_billing_from: Day | null
  readonly self_billing_to: Day | null
}

/** The payee of this company that holds on a day; null where there is none. */
export const furtherOn = <P extends FurtherPayee>(
  payees: readonly P[],
  company_id: string,
  on: Day,
): P | null =>
  payees.find(
    ({ payment_company_id, effective_from, effective_to }) =>
      payment_company_id === company_id &&
      effective_from <= on &&
      (effective_to === null || effective_to >= on),
  ) ?? null

/** Why a placement may not end on this day, null for none; the payee ends before. */
export function furtherSpanFault({ effective_to }: FurtherPayee, end: Day | null): string | null {
  if (effective_to === null || (end !== null && end <= effective_to)) return null
  const next = formatDay(addDays(effective_to, 1))
  return `The contractor is not paid so from ${next}: end by ${formatDay(effective_to)}, and make another placement from ${next}`
}
