/** Payees of a contractor that hold until a day: the later one is that of the contractor's row. Pure. */
import { addDays, type Day, formatDay } from '#kernel/day.ts'

/** The agreement of one agency with the contractor and the former payee. */
type FormerAgreement = {
  readonly agency_id: string
  readonly self_billing_from: Day | null
  readonly self_billing_to: Day | null
  readonly conduct_regs_opt_out: boolean
}

export type Payment = {
  readonly payment_type: string | null
  /** The contractor themselves on payroll. */
  readonly payment_company_id: string | null
}

export type FormerPayment = Payment & {
  readonly until: Day
  readonly agreements: readonly FormerAgreement[]
}

/** The payment that ends first on this day or later; null where today's row holds. */
export const formerOn = (former: readonly FormerPayment[], on: Day): FormerPayment | null =>
  former.find(({ until }) => until >= on) ?? null

/** The list once another payee holds from a day on: changes that lay behind that day fall away. */
export function withFormer(
  former: readonly FormerPayment[],
  now: Omit<FormerPayment, 'until'>,
  from: Day,
): FormerPayment[] {
  const until = addDays(from, -1)
  return [...former.filter((one) => one.until < until), { ...(formerOn(former, until) ?? now), until }]
}

/** Why these days cannot be one placement: its payee changes on one of them. Null where one payee holds throughout. */
export function spanFault(former: readonly FormerPayment[], start: Day, end: Day | null): string | null {
  const held = formerOn(former, start)
  if (held === null || (end !== null && end <= held.until)) return null
  const next = formatDay(addDays(held.until, 1))
  return `The contractor is paid otherwise from ${next}: end by ${formatDay(held.until)}, and make another placement from ${next}`
}
