/**
 * Corrections of pay (money.md §1.8): what payroll has paid is not undone. Its next run adjusts it, and cumulative tax
 * corrects itself; the figures of that run stand on the corrected timesheet, or on the difference.
 */
import type { Day } from '#kernel/day.ts'
import { formatDay, maxDay } from '#kernel/day.ts'
import { validationText } from '#kernel/messages.ts'
import type { CurrencyCode, Money } from '#kernel/money.ts'
import { parseMoney, sub, sum } from '#kernel/money.ts'
import type { Figures } from './payroll-figure.rules.ts'
import { cost_fields } from './payroll-figure.rules.ts'

/** A timesheet as payroll finds it: the first of its kind, or what a refinement made of it. */
export type PayrollSheet = {
  readonly version: number
  /** Null where nothing is corrected. */
  readonly refinement_id: string | null
  readonly refined_on: Day | null
  /** A timesheet of its own for what is added or taken off. */
  readonly is_difference: boolean
  /** Its units are taken off, and its pay is given back. */
  readonly is_reduction: boolean
  /** What payroll has paid for the work before. */
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

/** Why this pay day cannot bring the correction, or null: what was paid on a day is corrected in a later run. */
export function payDayError(sheet: PayrollSheet, pay_day: Day, today: Day): string | null {
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

/** What the run adjusts; null for the first figures of work. A difference is its own adjustment. */
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
