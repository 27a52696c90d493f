/** Lines of pay, in an order that the entry does not decide. */
import { countText } from '#kernel/count-text.ts'
import { formatDay } from '#kernel/day.ts'
import { GBP } from '#kernel/money.ts'
import { amountOf, formatRate, formatUnits } from '#kernel/rate.ts'
import type { Line } from './calculated-payslip.rules.ts'
import { line_names } from './line-why.rules.ts'
import { PAY_KINDS, type PayElement } from './pay-element.rules.ts'
import { lineOf } from './period-part.rules.ts'
import { type StatutoryShare, statutory_names } from './statutory-pay.rules.ts'

const keyOf = (element: PayElement): string =>
  [
    String(PAY_KINDS.indexOf(element.kind)),
    element.for_pay_day ?? '',
    element.timesheet_id ?? '',
    String(element.amount).padStart(15),
    String(element.hours ?? ''),
    String(element.rate ?? ''),
    Object.values(element.statutory ?? {}).join(),
    Object.values(element.note ?? {}).join(),
    [element.taxable, element.niable, element.pensionable, element.nmw].join(),
  ].join('|')

export const inPayslipOrder = (elements: readonly PayElement[]): PayElement[] =>
  elements
    .map((element) => ({ element, key: keyOf(element) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ element }) => element)

/** `2 weeks`, or `3 of 5 days`. */
const daysText = ({ days, of }: StatutoryShare): string =>
  days % of === 0 ? countText(days / of, 'week') : `${days} of ${countText(of, 'day')}`

/** Names hours and rate where they make the amount. */
export function payLine(element: PayElement, is_own: boolean): Line {
  const { kind, amount, hours, rate, statutory, note, timesheet_id, for_pay_day } = element
  const is_product = hours !== undefined && rate !== undefined && amountOf(hours, rate, GBP).minor === amount
  const inputs = {
    name: note?.name ?? (statutory ? statutory_names[statutory.kind] : line_names[kind]),
    due: amount,
    ...(statutory ? { days: daysText(statutory), weekly: statutory.weekly } : {}),
    ...(note ? { note: note.text } : {}),
    ...(is_product ? { hours: formatUnits(hours), rate: formatRate(rate) } : {}),
    ...(is_own || for_pay_day === undefined ? {} : { corrected: formatDay(for_pay_day) }),
  }
  return lineOf('pay', kind, amount, {
    inputs,
    ...(timesheet_id === undefined ? {} : { timesheet_id }),
    ...(is_own || for_pay_day === undefined ? {} : { for_pay_day }),
  })
}
