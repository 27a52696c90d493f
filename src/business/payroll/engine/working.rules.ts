/** The sentence behind each computed figure, from its inputs alone, so that a reader can recompute it. */
import { displayMoney, GBP, money } from '#kernel/money.ts'
import type { TaxInput, TaxWorking } from './income-tax.rules.ts'
import type { NiResult, NiThresholds } from './national-insurance.rules.ts'
import { type PayFrequency, partsOfYear } from './tax-period.rules.ts'
import type { NiLetter, TaxYear } from './tax-year.rules.ts'
import type { Pence } from './whole.rules.ts'

const pounds = (amount: Pence): string => displayMoney(money(amount, GBP))
const whole = (amount: number): string => `£${amount.toLocaleString('en-GB')}`
const percentText = (hundredths: number): string => `${hundredths / 100} %`

const unitOf = (frequency: PayFrequency): string =>
  partsOfYear(frequency) === 12 ? 'month' : partsOfYear(frequency) === 52 ? 'week' : 'year'

/** `Tax code 1257L, week 10: £5,300.00 to date less £2,419.20 free pay leaves £2,880; tax on it is £576.00, of which …` */
export function taxSentence(year: TaxYear, input: TaxInput, working: TaxWorking): string {
  const { code, frequency, period, tax_before } = input
  const { is_alone, pay_to_date, free_pay, taxable, due, is_limited, tax } = working
  const when = is_alone ? `one ${unitOf(frequency)} alone` : `${unitOf(frequency)} ${period}`
  const start = `Tax code ${code.text}, ${when}: ${pounds(pay_to_date)}${is_alone ? '' : ' to date'}`
  if (code.kind === 'none') return `${start} is free of tax${refund(is_alone, tax_before)}`
  const { bands, basic } = year.income_tax.regimes[code.regime]
  const freed =
    free_pay > 0
      ? ` less ${pounds(free_pay)} free pay`
      : free_pay < 0
        ? ` and ${pounds(-free_pay)} added pay`
        : ''
  const share = code.kind === 'rate' ? `${bands[basic + code.value]?.percent} %` : 'tax on it'
  const before = is_alone ? '' : `, of which ${pounds(tax_before)} was taken before`
  const limit = is_limited ? `; half of the pay is the most, ${pounds(tax)}` : ''
  return `${start}${freed} leaves ${whole(taxable)}; ${share} is ${pounds(due)}${before}${limit}`
}

const refund = (is_alone: boolean, tax_before: Pence): string =>
  is_alone || tax_before === 0 ? '' : `, so ${pounds(tax_before)} taken before goes back`

/** `NI letter A: £1,000.00; employee 8 % from £242 to £967 and 2 % above is £58.66; employer …` */
export function niSentence(
  year: TaxYear,
  letter: NiLetter,
  pay: Pence,
  { secondary, primary, freeport, upper_limit }: NiThresholds,
  { employee, employer }: Pick<NiResult, 'employee' | 'employer'>,
): string {
  const rates = year.national_insurance.letters[letter]
  const [low, middle, high] = rates.employer
  const at = (amount: Pence) => whole(amount / 100)
  return [
    `NI letter ${letter}: ${pounds(pay)}`,
    `employee ${percentText(rates.employee[0])} from ${at(primary)} to ${at(upper_limit)} and ${percentText(rates.employee[1])} above is ${pounds(employee)}`,
    `employer ${percentText(low)} from ${at(secondary)}, ${percentText(middle)} from ${at(freeport)} and ${percentText(high)} above ${at(upper_limit)} is ${pounds(employer)}`,
  ].join('; ')
}
