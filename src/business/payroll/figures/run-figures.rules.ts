/** Payslips of the engine as payroll's figures, and their shares by timesheet. Pure; amounts of the engine are pence. */
import { formatMoney, GBP, type Money, money, parseMoney } from '#kernel/money.ts'
import type { AgreedDeductions } from '../engine/agreed-deduction.rules.ts'
import { calculate } from '../engine/calculate.rules.ts'
import type { Attached, Payslip } from '../engine/calculated-payslip.rules.ts'
import type { EmploymentState } from '../engine/employment-state.rules.ts'
import type { PayElement } from '../engine/pay-element.rules.ts'
import type { PeriodInput } from '../engine/period-input.rules.ts'
import type { TaxYear } from '../engine/tax-year.rules.ts'
import type { Pence } from '../engine/whole.rules.ts'
import { type AmountField, amount_fields, type Figures } from './payroll-figure.rules.ts'

export type FigurePence = Readonly<Record<AmountField, Pence>>

/** Every amount by the same rule. */
export const eachFigure = (amount: (field: AmountField) => Pence): FigurePence =>
  Object.fromEntries(amount_fields.map((field) => [field, amount(field)])) as Record<AmountField, Pence> // All fields.

export const no_figures = eachFigure(() => 0)

/** A payslip in the fields of figures that are entered. */
export function figuresOf(slip: Payslip): FigurePence {
  const { deductions, employer } = slip
  const holiday = slip.lines.filter(({ part, element }) => part === 'pay' && element === 'holiday')
  return {
    gross_pay: slip.gross,
    holiday_pay: holiday.reduce((sum, { amount }) => sum + amount, 0),
    income_tax: deductions.income_tax,
    employee_ni: deductions.employee_ni,
    employee_pension: deductions.employee_pension + deductions.salary_sacrifice,
    student_loan: deductions.student_loan + deductions.postgraduate_loan,
    other_deductions:
      deductions.attachment + deductions.admin_fee + deductions.agreed_deduction + deductions.overpayment,
    net_pay: slip.net,
    employer_ni: employer.ni,
    employer_pension: employer.pension,
    apprenticeship_levy: employer.levy,
    holiday_pay_retained: 0,
  }
}

/** The words for other deductions on the printed payslip: orders, then the purpose of each agreement. */
export function deductedFor(
  { by_order, agreed = {} }: Pick<Attached, 'by_order' | 'agreed'>,
  agreements: AgreedDeductions | undefined,
): string {
  const has_orders = Object.values(by_order).some((amount) => amount !== 0)
  const purposes = (agreements?.all ?? []).flatMap(({ id, purpose }) => (agreed[id] ? [purpose] : []))
  return [...(has_orders || purposes.length === 0 ? ['Attachment of earnings'] : []), ...purposes].join('; ')
}

export function asMoney(figures: FigurePence): Figures {
  return Object.fromEntries(amount_fields.map((field) => [field, money(figures[field], GBP)])) as Record<
    AmountField,
    Money
  > // All fields.
}

export const readPence = (text: string): Pence => parseMoney(text, GBP).minor

/** `896.56` of 89656, as amounts are stored. */
export const penceText = (pence: Pence): string => formatMoney(money(pence, GBP))

/** The figures that a timesheet has after the run. */
export function wholeOf(
  { timesheet_id, former }: { readonly timesheet_id: string; readonly former: FigurePence | null },
  shares: ReadonlyMap<string, FigurePence>,
): FigurePence {
  const share = shares.get(timesheet_id) ?? no_figures
  return former === null ? share : eachFigure((field) => former[field] + share[field])
}

/** The elements of one timesheet. */
export type PaidWork = { readonly timesheet_id: string; readonly elements: readonly PayElement[] }

/**
 * The share of each timesheet in the payslip, in the given order: the first takes corrections of the year to date, and the
 * shares add up to the payslip exactly.
 */
export function sharesOf(
  year: TaxYear,
  state: EmploymentState,
  run: Omit<PeriodInput, 'elements'>,
  works: readonly PaidWork[],
): { readonly slip: Payslip; readonly shares: ReadonlyMap<string, FigurePence> } {
  let elements: readonly PayElement[] = []
  let before = no_figures
  let slip: Payslip | null = null
  const shares = new Map<string, FigurePence>()
  for (const work of works) {
    elements = [...elements, ...work.elements]
    slip = calculate(year, state, { ...run, elements })
    const after = figuresOf(slip)
    const last = before
    shares.set(
      work.timesheet_id,
      eachFigure((field) => after[field] - last[field]),
    )
    before = after
  }
  return { slip: slip ?? calculate(year, state, { ...run, elements }), shares }
}
