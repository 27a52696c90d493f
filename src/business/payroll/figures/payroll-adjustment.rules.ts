/**
 * Corrections of pay (money.md §1.8): paid figures stay. The next run adjusts them, and cumulative tax corrects
 * itself; the figures of that run belong to the corrected timesheet, or to the difference.
 */
import type { Day } from '#kernel/day.ts'
import { addDays, formatDay, maxDay } from '#kernel/day.ts'
import { validationText } from '#kernel/messages.ts'
import type { CurrencyCode, Money } from '#kernel/money.ts'
import { parseMoney, sub, sum } from '#kernel/money.ts'
import type { BookDays } from '#kernel/money-day.ts'
import type { Figures } from './payroll-figure.rules.ts'
import { cost_fields } from './payroll-figure.rules.ts'

/** A timesheet for payroll: an original, or the result of a refinement. */
export type PayrollSheet = {
  readonly version: number
  /** Null where nothing is corrected. */
  readonly refinement_id: string | null
  readonly refined_on: Day | null
  /** A timesheet of its own for an addition or deduction. */
  readonly is_difference: boolean
  /** Its units are taken off, and its pay is given back. */
  readonly is_reduction: boolean
  /** Payroll's earlier pay for the work. */
  readonly former: {
    readonly pay_day: Day
    readonly gross_pay: string
    readonly net_pay: string
    readonly cost: string
  } | null
}

/** Until when the work, or its correction, is known: pay days are counted from here. */
export function knownOn(sheet: PayrollSheet, worked_until: Day): Day {
  return sheet.refined_on === null ? worked_until : maxDay(worked_until, sheet.refined_on)
}

/** The fault of a pay day: it is before the books begin, or paid already, and a paid day is corrected in a later run. */
export function payDayFault(
  sheet: PayrollSheet,
  pay_day: Day,
  { books_begin, today }: BookDays,
): string | null {
  if (pay_day < books_begin) return validationText.min_date(formatDay(addDays(books_begin, -1)))
  const paid_on = sheet.former?.pay_day
  if (sheet.refinement_id === null || paid_on === undefined || paid_on > today || pay_day > paid_on)
    return null
  return validationText.min_date(formatDay(paid_on))
}

export type Changes = {
  readonly gross_change: Money
  readonly net_change: Money
  readonly cost_change: Money
}

/** The run's adjustment; null for the first figures. A difference is its own adjustment. */
export function changesOf(sheet: PayrollSheet, figures: Figures, code: CurrencyCode): Changes | null {
  const cost = sum(
    code,
    cost_fields.map((field) => figures[field]),
  )
  const { gross_pay, net_pay } = figures
  if (sheet.is_difference) return { gross_change: gross_pay, net_change: net_pay, cost_change: cost }
  if (sheet.refinement_id === null || sheet.former === null) return null
  const less = (now: Money, before: string) => sub(now, parseMoney(before, code))
  return {
    gross_change: less(gross_pay, sheet.former.gross_pay),
    net_change: less(net_pay, sheet.former.net_pay),
    cost_change: less(cost, sheet.former.cost),
  }
}
