/**
 * Shares of a payslip that their timesheets can hold. The payslip is the right unit: two weeks of one pay day share a threshold,
 * and an order by table takes of all pay together, so that a correction may move more than the figures of its own week. The
 * rest is of no timesheet. Pure; amounts are pence.
 */
import { GBP, money } from '#kernel/money.ts'
import type { TaxYear } from '../engine/tax-year.rules.ts'
import { floorDiv, type Pence } from '../engine/whole.rules.ts'
import { mostOn } from './payroll-bounds.rules.ts'
import type { AmountField, cost_fields } from './payroll-figure.rules.ts'
import { eachFigure, type FigurePence, no_figures, wholeOf } from './run-figures.rules.ts'

export const billed_costs = [
  'employer_ni',
  'employer_pension',
  'apprenticeship_levy',
] as const satisfies readonly (typeof cost_fields)[number][]

/** Costs of the employer that no document bills. */
export type UnbilledCosts = Readonly<Record<(typeof billed_costs)[number], Pence>>

export const no_unbilled: UnbilledCosts = { employer_ni: 0, employer_pension: 0, apprenticeship_levy: 0 }

export type ShareHolder = {
  readonly timesheet_id: string
  readonly is_reduction: boolean
  /** Null for work that is paid the first time, and for a difference. */
  readonly former: FigurePence | null
}

/** The deductions that a week without enough pay gives up, in this order. */
const given_up = [
  'other_deductions',
  'student_loan',
  'employee_pension',
  'employee_ni',
  'income_tax',
] as const

/** The shares that fit, and the sum of the amounts that they leave. */
export function fittingShares(
  year: TaxYear,
  holders: readonly ShareHolder[],
  shares: ReadonlyMap<string, FigurePence>,
): { readonly shares: ReadonlyMap<string, FigurePence>; readonly left: FigurePence } {
  const fitting = new Map(shares)
  let left = no_figures
  for (const holder of holders) {
    const share = shares.get(holder.timesheet_id) ?? no_figures
    const whole = wholeOf(holder, shares)
    const held = heldOf(year, holder, whole)
    const before = left
    left = eachFigure((field) => before[field] + whole[field] - held[field])
    fitting.set(
      holder.timesheet_id,
      eachFigure((field) => share[field] - whole[field] + held[field]),
    )
  }
  return { shares: fitting, left }
}

/** Pay and holiday are of the work itself, and stay: a sign that they cannot have stops the run. */
function heldOf(year: TaxYear, { is_reduction, former }: ShareHolder, whole: FigurePence): FigurePence {
  if (is_reduction ? whole.gross_pay > 0 : whole.gross_pay < 0) return whole
  const bounds = mostOn(year, money(Math.abs(whole.gross_pay), GBP))
  const held = eachFigure((field) => {
    const amount = whole[field]
    if (field === 'gross_pay' || field === 'holiday_pay' || field === 'holiday_pay_retained') return amount
    if (is_reduction) return field === 'income_tax' ? amount : Math.min(0, amount)
    // Figures of the first pay hold arrears of earlier pay days, too.
    const most = former === null ? undefined : bounds.get(field)?.minor
    const bounded = most === undefined ? amount : Math.min(amount, most)
    if (field !== 'income_tax') return Math.max(0, bounded)
    return former === null
      ? amount
      : Math.min(amount, floorDiv(whole.gross_pay * year.income_tax.most_percent, 100))
  })
  return withNet(is_reduction ? held : withinPay(held))
}

const deducted = (figures: FigurePence): Pence => given_up.reduce((sum, field) => sum + figures[field], 0)

const withNet = (figures: FigurePence): FigurePence => ({
  ...figures,
  net_pay: figures.gross_pay - deducted(figures),
})

/** Deductions that the pay of the timesheet bears. */
function withinPay(figures: FigurePence): FigurePence {
  let excess = Math.max(0, deducted(figures) - figures.gross_pay)
  const less = new Map<AmountField, Pence>()
  for (const field of given_up) {
    const amount = Math.min(excess, Math.max(0, figures[field]))
    excess -= amount
    less.set(field, amount)
  }
  return eachFigure((field) => figures[field] - (less.get(field) ?? 0))
}
