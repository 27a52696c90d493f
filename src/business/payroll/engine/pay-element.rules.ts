/** A piece of pay: its kind, and the deductions that count it. */
import type { Day } from '#kernel/day.ts'
import type { Rate4, Units4 } from '#kernel/rate.ts'
import type { StatutoryShare } from './statutory-pay.rules.ts'
import type { Pence } from './whole.rules.ts'

/** In the order of the payslip. Overtime and bonus are not basic pay of pension sets 1 and 2. */
export const PAY_KINDS = [
  'basic',
  'overtime',
  'bonus',
  'holiday',
  'statutory_sick_pay',
  'statutory_parental_pay',
  'expense',
] as const
export type PayKind = (typeof PAY_KINDS)[number]

export type PayElement = {
  readonly kind: PayKind
  /** Negative when pay is taken back. */
  readonly amount: Pence
  readonly hours?: Units4
  readonly rate?: Rate4
  readonly taxable: boolean
  readonly niable: boolean
  readonly pensionable: boolean
  /** Counts for the minimum wage, with its hours. */
  readonly nmw: boolean
  readonly timesheet_id?: string
  /** Days and weekly rate of statutory pay. */
  readonly statutory?: StatutoryShare
  /** Name and working of pay that is no product of hours or days. */
  readonly note?: { readonly name: string; readonly text: string }
  /** The pay day that it corrects. Without a payslip of that day it is pay of this one. */
  readonly for_pay_day?: Day
}
