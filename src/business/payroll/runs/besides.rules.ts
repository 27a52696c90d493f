/** Pay of a run besides work: statutory pay, holiday from its fund, and deemed payments. Pure. */
import type { StatutoryPayment } from '../absence/statutory-elements.rules.ts'
import type { DeemedPayment, DeemedWork } from '../deemed/deemed.rules.ts'
import type { Accrual } from '../employment/retained.rules.ts'
import type { PayElement } from '../engine/pay-element.rules.ts'
import type { Pence } from '../engine/whole.rules.ts'
import { cost_fields } from '../figures/payroll-figure.rules.ts'
import { eachFigure, type FigurePence, no_figures } from '../figures/run-figures.rules.ts'
import type { HolidayPayment } from '../holiday/holiday-due.rules.ts'
import type { KeptOverpaid } from '../overpayments/overpaid-slip.rules.ts'

/** Pay on a payslip besides pay for work. */
export type Besides = {
  readonly elements: readonly PayElement[]
  readonly statutory: readonly StatutoryPayment[]
  readonly holiday: readonly HolidayPayment[]
  /** Fees of self-bills inside IR35, which an off-payroll worker has alone. */
  readonly deemed: readonly DeemedWork[]
  /** Credits of fees that were deducted from before; a payslip takes as much of them as it can. */
  readonly credits: readonly DeemedWork[]
  /** Of the work of the payslip, into the holiday fund. */
  readonly accruals: readonly Accrual[]
  /** Facts that people look at, and that do not stop the run. */
  readonly notes: readonly string[]
}

/** As a payslip keeps it, with the figures that it adds to those of the timesheets. */
export type KeptBesides = Omit<Besides, 'elements' | 'accruals' | 'notes' | 'deemed' | 'credits'> & {
  readonly figures: FigurePence
  readonly deemed: readonly DeemedPayment[]
  /** Of `figures`: employer's National Insurance of corrected letters, which no document bills. */
  readonly letters_ni?: Pence
  /** Of `figures`: other deductions that carry an overpayment or take one back. */
  readonly overpaid?: KeptOverpaid
}

export const no_besides: Besides = {
  elements: [],
  statutory: [],
  holiday: [],
  deemed: [],
  credits: [],
  accruals: [],
  notes: [],
}

/** The place of this pay among the timesheets of a payslip. */
export const BESIDES = 'besides'

/** Pay besides work has documents of its own, which are never below zero; those of corrected letters are none of them. */
export function isBelowNothing(figures: FigurePence | undefined, letters_ni: Pence): boolean {
  if (figures === undefined) return false
  const billed = { ...figures, employer_ni: figures.employer_ni - letters_ni }
  const costs = cost_fields.filter((field) => field !== 'holiday_pay_retained') // The fund gives it back.
  return (['gross_pay', ...costs] as const).some((field) => billed[field] < 0)
}

/** Pay of the payslip's own period. */
export const ownElements = (elements: readonly PayElement[]): PayElement[] =>
  elements.filter(({ for_pay_day }) => for_pay_day === undefined)

/** Out of the holiday fund, back to the agency. */
export const releasedBy = ({ holiday }: Pick<Besides, 'holiday'>): Pence =>
  holiday.reduce((sum, { released }) => sum + released, 0)

/** Shares with the employer's cost of holiday: retained with the work, and given back with the pay of holiday. */
export function withHoliday(
  shares: ReadonlyMap<string, FigurePence>,
  besides: Besides,
): ReadonlyMap<string, FigurePence> {
  const costs = new Map([
    ...besides.accruals.map(({ timesheet_id, amount }) => [timesheet_id, amount] as const),
    [BESIDES, -releasedBy(besides)] as const,
  ])
  return new Map(
    [...shares].map(([id, figures]) => [id, { ...figures, holiday_pay_retained: costs.get(id) ?? 0 }]),
  )
}

/** The employer's cost of holiday on the payslip; of `works` alone where they are given. */
export const retainedBy = (besides: Besides, works?: ReadonlySet<string>): Pence =>
  besides.accruals
    .filter(({ timesheet_id }) => works?.has(timesheet_id) ?? true)
    .reduce((sum, { amount }) => sum + amount, 0)

/** Shares of the work as it is without corrected letters and overpayments: their difference is of no timesheet. */
export function withDifference(
  shares: ReadonlyMap<string, FigurePence>,
  without: FigurePence,
  whole: FigurePence,
): ReadonlyMap<string, FigurePence> {
  const apart = shares.get(BESIDES) ?? no_figures
  return new Map([...shares, [BESIDES, eachFigure((field) => apart[field] + whole[field] - without[field])]])
}
