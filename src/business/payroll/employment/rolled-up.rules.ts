/** Holiday pay that is paid with each payslip (payroll.md §2.8). Pure; amounts are pence. */
import type { FieldErrors } from '#kernel/errors.ts'
import { isStintError } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { displayMoney, GBP, money } from '#kernel/money.ts'
import { formatPercent, type Percent4, percent, type Rate4 } from '#kernel/rate.ts'
import { holidayPayErrors } from '../../rates/holiday-pay.rules.ts'
import type { PayElement } from '../engine/pay-element.rules.ts'
import { ceilDiv, nearestDiv, type Pence } from '../engine/whole.rules.ts'

const whole = percent('100')

/** The holiday part of pay whose rate holds it: at least so many percent of the rest. */
export function holidayWithin(pay: Pence, share: Percent4): Pence {
  const part = ceilDiv(Math.abs(pay) * share, whole + share)
  return pay < 0 ? -part : part
}

/** The rate of the work alone, to 4 decimals. */
const rateWithout = (rate: Rate4, share: Percent4): Rate4 => nearestDiv(rate * whole, whole + share) as Rate4 // Scaled alike.

/** Pay for work, and its holiday part on a line of its own that counts for no hours. */
export function withHolidayApart(element: PayElement, holiday: Pence, share: Percent4): PayElement[] {
  if (holiday === 0) return [element]
  const amount = element.amount - holiday
  const { hours, rate, ...facts } = element
  const text = `rolled up, ${formatPercent(share)} of ${displayMoney(money(amount, GBP))}`
  return [
    {
      ...facts,
      amount,
      ...(hours === undefined ? {} : { hours }),
      ...(rate === undefined ? {} : { rate: rateWithout(rate, share) }),
    },
    { ...facts, kind: 'holiday', amount: holiday, nmw: false, note: { name: 'Holiday pay', text } },
  ]
}

/** The fault of a typed share below the legal minimum; null without one. */
export function allowanceFaults(typed: string): string | null {
  const share = readShare(typed)
  if (share === null || share > whole) return validationText.number
  return holidayPayErrors(share).holiday_pay_percent ?? null
}

/** The typed share of a worker's holiday pay; null for none. */
export function rolledUpFaults(typed: string | undefined, is_irregular_hours: boolean): FieldErrors {
  if (typed === undefined || typed === '') return {}
  const fault = allowanceFaults(typed)
  if (fault !== null) return { rolled_up_percent: fault }
  return is_irregular_hours
    ? {}
    : { rolled_up_percent: 'Holiday pay is rolled up only for workers with irregular hours' }
}

function readShare(typed: string): Percent4 | null {
  try {
    return percent(typed, 'rolled_up_percent')
  } catch (refusal) {
    if (!isStintError(refusal)) throw refusal
    return null
  }
}
