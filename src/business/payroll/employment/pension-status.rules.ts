/** A worker's status for automatic enrolment on a pay day (payroll.md §2.7). Pure. */
import type { Day } from '#kernel/day.ts'
import { displayMoney, GBP, money } from '#kernel/money.ts'
import type { WageFrequency } from '../engine/tax-period.rules.ts'
import type { TaxYear } from '../engine/tax-year.rules.ts'
import type { Pence } from '../engine/whole.rules.ts'
import { birthday, pensionDay } from './ni-letter.rules.ts'

export type PensionStatus = 'eligible' | 'non_eligible' | 'entitled' | 'none'

const pounds = (whole: number): string => displayMoney(money(whole * 100, GBP)).replace(/\.00$/, '')

type Judged = {
  readonly born: Day
  readonly pay_day: Day
  /** Of the whole pay period. */
  readonly pay: Pence
  readonly frequency: WageFrequency
}

/** The status of a worker, with why. */
export function pensionStatus(
  { pension }: TaxYear,
  { born, pay_day, pay, frequency }: Judged,
): { readonly status: PensionStatus; readonly why: string } {
  const { lower, trigger } = pension.limits[frequency]
  if (pay_day < birthday(born, 16) || pay_day >= birthday(born, 75))
    return { status: 'none', why: 'Pensions at work are for people from 16 to 74' }
  if (pay < lower * 100)
    return { status: 'entitled', why: `May join: the pay is below ${pounds(lower)} of the period` }
  if (pay < trigger * 100)
    return { status: 'non_eligible', why: `May opt in: the pay is below ${pounds(trigger)} of the period` }
  if (pay_day < birthday(born, 22)) return { status: 'non_eligible', why: 'May opt in: under 22' }
  if (pay_day >= pensionDay(born))
    return { status: 'non_eligible', why: 'May opt in: over State Pension age' }
  return {
    status: 'eligible',
    why: `Must be enrolled: the pay is at least ${pounds(trigger)} of the period, and the age is from 22 to State Pension age`,
  }
}
