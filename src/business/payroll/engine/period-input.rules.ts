/** The input of one payment, beside the state of the employment. */
import type { Day } from '#kernel/day.ts'
import type { Payslip, PeriodPart } from './calculated-payslip.rules.ts'
import type { RightLetter } from './letter-correction.rules.ts'
import type { PayElement } from './pay-element.rules.ts'

export type PeriodInput = {
  readonly pay_day: Day
  /** Week or month of the tables; of several weeks, the last. */
  readonly period_number: number
  readonly elements: readonly PayElement[]
  /** Earlier payments of the same period, in order. */
  readonly already_paid: readonly Pick<Payslip, 'parts' | 'attached'>[]
  /** Parts of all earlier payslips of the periods that elements correct, `already_paid` apart. */
  readonly earlier_parts: readonly PeriodPart[]
  /** Pay days with National Insurance that waits: this payment takes as much of it as it may. */
  readonly recovers?: readonly Day[]
  /** Letters of corrections, by pay day before this one. Pay that is still under another letter is computed again. */
  readonly letters?: readonly RightLetter[]
  /** A payment after the leave date, on a usual pay day or outside of them. */
  readonly after_leaving: null | 'regular' | 'irregular'
  /** The last payment of the tax year, on which a director's alternative method settles. */
  readonly is_last_of_year: boolean
}
