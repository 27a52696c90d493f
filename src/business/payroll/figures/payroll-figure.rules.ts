/** Checks of payroll's figures before documents are made of them (I17: elements sum to net). */
import { addDays, type Day, formatDay, isDay } from '#kernel/day.ts'
import { validationText } from '#kernel/messages.ts'
import type { CurrencyCode, Money } from '#kernel/money.ts'
import { abs, compare, formatMoney, isNegative, isPositive, isZero, sub, sum, zero } from '#kernel/money.ts'
import { amountFault } from '#kernel/plausible.ts'
import { readMoney } from '../../shared/read-money.rules.ts'

export const deduction_fields = [
  'income_tax',
  'employee_ni',
  'employee_pension',
  'student_loan',
  'other_deductions',
] as const
export const cost_fields = [
  'employer_ni',
  'employer_pension',
  'apprenticeship_levy',
  'holiday_pay_retained',
] as const
export const amount_fields = [
  'gross_pay',
  'holiday_pay',
  ...deduction_fields,
  'net_pay',
  ...cost_fields,
] as const
export type AmountField = (typeof amount_fields)[number]

export type FigureEntry = {
  readonly pay_day: string
  /** The purpose of deductions besides tax, insurance, pension and student loan, for the payslip. */
  readonly other_deductions_for?: string | undefined
} & Readonly<Record<AmountField, string>>
export type Figures = Readonly<Record<AmountField, Money>>

/** Each amount as its column holds it. */
export function amountTexts(figures: Figures): Record<AmountField, string> {
  const texts = amount_fields.map((field) => [field, formatMoney(figures[field])])
  return Object.fromEntries(texts) as Record<AmountField, string> // The keys are the fields above.
}

/** The key of faults that concern the figures together. */
export const together = 'figures'

/**
 * The figures read, with a message under each that is wrong. A tax refund is a negative income tax; of work that is taken
 * off again everything else is negative, since it is given back.
 */
export function readFigures(
  entry: FigureEntry,
  code: CurrencyCode,
  worked_until: Day,
  is_reduction = false,
): { figures: Figures; errors: Record<string, string> } {
  const errors: Record<string, string> = {}
  const read = (field: AmountField): Money => {
    const amount = readMoney(entry[field], code)
    if (typeof amount === 'string') errors[field] = amount
    else if (amountFault(amount, 'pay') !== null) errors[field] = validationText.max
    else if (field === 'income_tax') return amount
    else if (!is_reduction && isNegative(amount)) errors[field] = validationText.positive
    // Net follows from the other figures: tax due on a deduction may leave it positive.
    else if (is_reduction && isPositive(amount) && field !== 'net_pay')
      errors[field] = validationText.negative
    return typeof amount === 'string' ? zero(code) : amount
  }
  const pairs = amount_fields.map((field) => [field, read(field)] as const)
  const figures = Object.fromEntries(pairs) as Record<AmountField, Money> // The keys are the fields above.
  if (!isZero(figures.other_deductions) && !entry.other_deductions_for)
    errors.other_deductions_for = validationText.required
  if (!isDay(entry.pay_day)) errors.pay_day = validationText.matches
  // Except for holiday, pay comes after the work, and within a quarter of a year.
  else if (entry.pay_day > addDays(worked_until, 92))
    errors.pay_day = validationText.max_date(formatDay(addDays(worked_until, 93)))
  if (Object.keys(errors).length > 0) return { figures, errors }
  const net = sub(
    figures.gross_pay,
    sum(
      code,
      deduction_fields.map((field) => figures[field]),
    ),
  )
  if (compare(net, figures.net_pay) !== 0)
    errors[together] =
      `Gross pay less deductions is ${formatMoney(net)}, and not ${formatMoney(figures.net_pay)}`
  else if (compare(abs(figures.holiday_pay), abs(figures.gross_pay)) > 0)
    errors[together] = 'Holiday pay is part of gross pay and cannot be more'
  return { figures, errors }
}
