/** Holiday that a payslip pays: approved days, and the rest at leaving. Pure; amounts are pence, hours ten-thousandths. */
import { type Day, formatDay } from '#kernel/day.ts'
import { displayMoney, GBP, money } from '#kernel/money.ts'
import { type Accrual, hoursText } from '../employment/retained.rules.ts'
import type { PayElement } from '../engine/pay-element.rules.ts'
import { nearestDiv, type Pence } from '../engine/whole.rules.ts'

const pounds = (amount: Pence): string => displayMoney(money(amount, GBP))

/** Pay and hours of the last 52 paid weeks. */
export type Average = { readonly pay: Pence; readonly worked: number }

export type Approved = {
  readonly id: string
  readonly first_day: Day
  readonly last_day: Day
  readonly hours: number
}

/** A fund before a payslip. */
export type Fund = {
  readonly hours: number
  /** Of the books that the pay is in. */
  readonly held: Pence
  /** Those books; null where the worker has no placement to pay under. */
  readonly principal_id: string | null
  readonly average: Average
}

/** Holiday pay on one payslip. */
export type HolidayPayment = {
  readonly kind: 'taken' | 'paid_on_leaving'
  /** Null at leaving. */
  readonly holiday_id: string | null
  readonly principal_id: string
  readonly hours: number
  readonly paid: Pence
  /** Out of the fund, back to the agency. */
  readonly released: Pence
  readonly sentence: string
}

export type HolidayDue = {
  readonly elements: readonly PayElement[]
  readonly payments: readonly HolidayPayment[]
  readonly notes: readonly string[]
}

/** Hours at the average hour of paid weeks. */
export const averagePay = (hours: number, { pay, worked }: Average): Pence =>
  worked <= 0 ? 0 : nearestDiv(hours * pay, worked)

export const averageWhy = (hours: number, average: Average): string =>
  `${hoursText(hours)} hours at the average of ${pounds(average.pay)} for ${hoursText(average.worked)} hours`

export const daysText = ({ first_day, last_day }: Pick<Approved, 'first_day' | 'last_day'>): string =>
  first_day === last_day ? formatDay(first_day) : `${formatDay(first_day)} to ${formatDay(last_day)}`

const elementOf = (paid: Pence, text: string): PayElement => ({
  kind: 'holiday',
  amount: paid,
  taxable: true,
  niable: true,
  pensionable: true,
  nmw: false,
  note: { name: 'Holiday pay', text },
})

/** Approved days that have begun, oldest first; then, once the worker has left, all that is left with this payslip's accruals. */
export function holidayDue(
  fund: Fund,
  approved: readonly Approved[],
  { has_left, accruals }: { readonly has_left: boolean; readonly accruals: readonly Accrual[] },
): HolidayDue {
  const { principal_id } = fund
  if (principal_id === null) return { elements: [], payments: [], notes: [] }
  let { hours, held } = fund
  const payments: HolidayPayment[] = []
  const elements: PayElement[] = []
  const notes: string[] = []
  const pay = (payment: HolidayPayment, text: string) => {
    hours -= payment.hours
    held -= payment.released
    payments.push(payment)
    elements.push(elementOf(payment.paid, text))
  }
  for (const one of approved) {
    const fault = waitsFor(one, hours, fund.average)
    if (fault !== null) {
      notes.push(`The holiday of ${daysText(one)} is not paid: ${fault}`)
      continue
    }
    const paid = averagePay(one.hours, fund.average)
    const text = `${daysText(one)}, ${averageWhy(one.hours, fund.average)}`
    const released = Math.max(Math.min(paid, held), 0)
    const rest = restText(paid - released)
    const sentence = `${text}: ${pounds(paid)}${rest}`
    pay({ kind: 'taken', holiday_id: one.id, principal_id, hours: one.hours, paid, released, sentence }, text)
  }
  if (has_left) leave()
  return { elements, payments, notes }

  function leave() {
    const own = accruals.filter((one) => one.principal_id === principal_id)
    const all_hours = hours + accruals.reduce((sum, one) => sum + one.hours, 0)
    const released = Math.max(held + own.reduce((sum, one) => sum + one.amount, 0), 0)
    const average = fund.average.worked > 0 ? fund.average : averageOf(accruals)
    const by_hours = all_hours > 0 ? averagePay(all_hours, average) : 0
    const paid = Math.max(by_hours, released)
    if (paid === 0) return
    const text =
      by_hours >= released
        ? `left at leaving, ${averageWhy(all_hours, average)}`
        : 'left at leaving, all that is held'
    const sentence = `Holiday ${text}: ${pounds(paid)}${restText(paid - released)}`
    pay(
      {
        ...{ kind: 'paid_on_leaving', holiday_id: null, principal_id: principal_id ?? '' },
        ...{ hours: Math.max(all_hours, 0), paid, released, sentence },
      },
      text,
    )
  }
}

const restText = (rest: Pence): string =>
  rest > 0 ? `; ${pounds(rest)} more than is held, which the agency bears` : ''

const averageOf = (accruals: readonly Accrual[]): Average => ({
  pay: accruals.reduce((sum, { pay }) => sum + pay, 0),
  worked: accruals.reduce((sum, { worked }) => sum + worked, 0),
})

function waitsFor({ hours }: Approved, held: number, { worked }: Average): string | null {
  if (hours > held) return onlyHours(held)
  return worked > 0 ? null : 'there is no paid work to take the average of'
}

/** The refusal of more than is held. */
export const onlyHours = (held: number): string => `Only ${hoursText(Math.max(held, 0))} hours are held`
