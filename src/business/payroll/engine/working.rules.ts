/** The inputs of tax and National Insurance lines. Their sentences are made of nothing else. */
import type { LineInputs } from './calculated-payslip.rules.ts'
import type { TaxInput, TaxWorking } from './income-tax.rules.ts'
import type { NiThresholds } from './national-insurance.rules.ts'
import { type PayFrequency, partsOfYear } from './tax-period.rules.ts'
import type { NiLetter, TaxYear } from './tax-year.rules.ts'
import type { Pence } from './whole.rules.ts'

const percentText = (hundredths: number): string => `${hundredths / 100} %`

const unitOf = (frequency: PayFrequency): string => (partsOfYear(frequency) === 12 ? 'month' : 'week')

const alone = {
  week: 'one week',
  fortnight: 'two weeks',
  four_week: 'four weeks',
  month: 'one month',
  quarter: 'three months',
  half_year: 'six months',
  year: 'one year',
}

export function taxInputs(input: TaxInput, working: TaxWorking): LineInputs {
  const { code, frequency, period } = input
  const { is_alone, pay_to_date, free_pay, taxable, percent, due, before, is_limited, tax } = working
  return {
    code: code.text,
    when: is_alone ? `${alone[frequency]} alone` : `${unitOf(frequency)} ${period}`,
    pay: pay_to_date,
    to_date: is_alone ? '' : ' to date',
    ...(is_alone || !input.taken_over
      ? {}
      : { outside: input.taken_over.pay, source: input.taken_over.source }),
    free_pay,
    taxable: taxable * 100,
    share: code.kind === 'none' ? 'no tax' : percent === null ? 'tax on it' : `${percent} %`,
    due,
    before,
    ...(is_limited ? { most: tax } : {}),
  }
}

/** Marks lines that settle a director's year. */
export const whole_year = { settles: 'the year' } as const

/** Pay that is compared with the thresholds, contributions on it, and earlier deductions. */
export type NiFigures = { readonly pay: Pence; readonly due: Pence; readonly before: Pence }

const between = (pay: Pence, from: Pence, to: Pence): Pence => Math.max(0, Math.min(pay, to) - from)

export function employeeNiInputs(
  year: TaxYear,
  letter: NiLetter,
  { pay, due, before }: NiFigures,
  { primary, upper_limit }: NiThresholds,
): LineInputs {
  const [main, above] = year.national_insurance.letters[letter].employee
  return {
    letter,
    pay,
    ...band(1, main, between(pay, primary, upper_limit), primary),
    ...band(2, above, Math.max(0, pay - upper_limit), upper_limit),
    due,
    before,
  }
}

export function employerNiInputs(
  year: TaxYear,
  letter: NiLetter,
  { pay, due, before }: NiFigures,
  { secondary, freeport, upper_limit }: NiThresholds,
): LineInputs {
  const [low, middle, high] = year.national_insurance.letters[letter].employer
  const bands =
    low === middle
      ? band(1, low, between(pay, secondary, upper_limit), secondary)
      : {
          ...band(1, low, between(pay, secondary, freeport), secondary),
          ...band(2, middle, between(pay, freeport, upper_limit), freeport),
        }
  return { letter, pay, ...bands, ...band(3, high, Math.max(0, pay - upper_limit), upper_limit), due, before }
}

/** A band of earnings that a percentage applies to; none where no earnings or no percentage reach it. */
const band = (nth: number, hundredths: number, of: Pence, from: Pence): LineInputs =>
  of === 0 || hundredths === 0
    ? {}
    : { [`percent_${nth}`]: percentText(hundredths), [`of_${nth}`]: of, [`from_${nth}`]: from }
