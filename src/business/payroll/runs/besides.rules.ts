/** Pay of a run besides work: statutory pay, holiday from its fund, and deemed payments. Pure. */
import type { StatutoryPayment } from '../absence/statutory-elements.rules.ts'
import type { DeemedPayment, DeemedWork } from '../deemed/deemed.rules.ts'
import type { Accrual } from '../employment/retained.rules.ts'
import type { PayElement } from '../engine/pay-element.rules.ts'
import type { TaxYear } from '../engine/tax-year.rules.ts'
import type { Pence } from '../engine/whole.rules.ts'
import {
  billed_costs,
  fittingShares,
  no_unbilled,
  type ShareHolder,
  type UnbilledCosts,
} from '../figures/fitting-shares.rules.ts'
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
  /** Of `figures`: costs that no timesheet can hold and no document bills; there where figures were moved from a timesheet. */
  readonly unbilled?: UnbilledCosts
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

type Unbilled = {
  readonly letters_ni?: Pence | null | undefined
  readonly unbilled?: UnbilledCosts | null | undefined
}

/** The costs of pay besides work that its documents bill: neither corrected letters nor amounts that no timesheet can hold. */
export function billedOf(figures: FigurePence, { letters_ni, unbilled }: Unbilled): FigurePence {
  const { employer_ni, employer_pension, apprenticeship_levy } = unbilled ?? no_unbilled
  return {
    ...figures,
    employer_ni: figures.employer_ni - (letters_ni ?? 0) - employer_ni,
    employer_pension: figures.employer_pension - employer_pension,
    apprenticeship_levy: figures.apprenticeship_levy - apprenticeship_levy,
  }
}

/** Pay besides work has documents of its own, which are never below zero. */
export function isBelowNothing(figures: FigurePence | undefined, unbilled: Unbilled): boolean {
  if (figures === undefined) return false
  const billed = billedOf(figures, unbilled)
  return (['gross_pay', ...billed_costs] as const).some((field) => billed[field] < 0)
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

/**
 * Shares that fit, and the costs that they leave. Costs besides work that are below zero, as after a correction of statutory pay,
 * have no document either. @returns null for `unbilled` where everything fits
 */
export function withFitting(
  year: TaxYear,
  works: readonly ShareHolder[],
  shares: ReadonlyMap<string, FigurePence>,
  { letters_ni, is_fee }: { readonly letters_ni: Pence | null; readonly is_fee: boolean },
): { readonly shares: ReadonlyMap<string, FigurePence>; readonly unbilled: UnbilledCosts | null } {
  const { shares: fitting, left } = fittingShares(year, works, shares)
  const apart = shares.get(BESIDES) ?? no_figures
  const billed = billedOf(apart, { letters_ni })
  const below = (field: keyof UnbilledCosts): Pence =>
    is_fee || apart.gross_pay < 0 ? 0 : Math.min(0, billed[field])
  const unbilled = Object.fromEntries(
    billed_costs.map((field) => [field, left[field] + below(field)]),
  ) as Record<keyof UnbilledCosts, Pence> // All costs.
  const all = [...Object.values(left), ...Object.values(unbilled)]
  if (all.every((amount) => amount === 0)) return { shares: fitting, unbilled: null }
  return {
    shares: new Map([...fitting, [BESIDES, eachFigure((field) => apart[field] + left[field])]]),
    unbilled,
  }
}
