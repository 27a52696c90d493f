/** Pay of an ended tax year that payroll corrected in that year (decision 0200), beside the timesheets of its pay day. Pure. */
import { type Day, formatDay } from '#kernel/day.ts'

/** Kinds of pay that a timesheet pays. */
export const work_kinds = ['basic', 'overtime', 'holiday'] as const

export type EndedPay = {
  readonly pay_day: Day
  /** Such as `2025-26`. */
  readonly tax_year: string
  /** Is the corrected pay of a kind that timesheets pay? */
  readonly is_work: boolean
  /** As read, such as `-£224.14`. */
  readonly amount: string
}

/** Why the work is not refined: a pay run would pay its difference once more (decision 0206). Null where it is. */
export function refinedTwice(ended_pay: readonly EndedPay[]): string | null {
  const ended = ended_pay.find(({ is_work }) => is_work)
  return ended === undefined
    ? null
    : `Pay of ${formatDay(ended.pay_day)} was corrected by ${ended.amount} in its tax year ${ended.tax_year}, so a refinement would pay the same work twice: credit the client’s invoice, or correct the ended pay back first`
}
