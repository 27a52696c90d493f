/**
 * Employee's National Insurance of earlier pay days that a payslip takes again. At most the amount due on the payment
 * itself may be taken besides (SI 2001/1004, schedule 4, paragraph 7; payroll-run, corner cases). Pure; amounts are pence.
 */
import { displayMoney, GBP, money } from '#kernel/money.ts'
import type { PeriodPart } from '../engine/calculated-payslip.rules.ts'
import { contribution } from '../engine/national-insurance.rules.ts'
import type { TaxYear } from '../engine/tax-year.rules.ts'
import type { Pence } from '../engine/whole.rules.ts'

type Part = Pick<PeriodPart, 'pay_day' | 'ni_letter' | 'niable' | 'employee_ni'>

/**
 * Pay that corrections add is paid now, and so is the NI on it; the rest belongs to pay that was paid before.
 * @returns the recovered amount and the NI of this pay
 */
export function niArrears(
  year: TaxYear,
  pay_day: string,
  parts: readonly Part[],
): { recovered: Pence; due: Pence } {
  const corrections = parts.filter((part) => part.pay_day !== pay_day)
  const sum = (of: readonly Part[], amount: (part: Part) => Pence): Pence =>
    of.reduce((total, part) => total + amount(part), 0)
  const of_corrections = sum(corrections, ({ employee_ni }) => employee_ni)
  const added = Math.max(
    0,
    sum(corrections, ({ niable }) => niable),
  )
  const rate = Math.max(
    0,
    ...corrections.flatMap(({ ni_letter }) => year.national_insurance.letters[ni_letter].employee),
  )
  const on_added = Math.min(Math.max(0, of_corrections), contribution(added * rate))
  const own = sum(parts, ({ employee_ni }) => employee_ni) - of_corrections
  return { recovered: Math.max(0, of_corrections) - on_added, due: Math.max(0, own) + on_added }
}

const pounds = (amount: Pence): string => displayMoney(money(amount, GBP))

/** The run's words about more than may be taken; none where it is less. */
export function niArrearsWarnings(year: TaxYear, pay_day: string, parts: readonly Part[]): string[] {
  const { recovered, due } = niArrears(year, pay_day, parts)
  return recovered <= due
    ? []
    : [
        `National Insurance of ${pounds(recovered)} for pay that was paid before is more than the ${pounds(due)} due on this pay, the most that may be taken: leave a correction out for a later run`,
      ]
}
