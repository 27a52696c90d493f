/** Insights (spec §2, insight; §6, agency_admin): periods, sums and the rows behind each figure. Pure. */
import type { FilterBy } from '#entity/filter.ts'
import type { Day } from '#kernel/day.ts'
import {
  addDays,
  addMonths,
  compareDays,
  daysBetween,
  endOfMonth,
  isDay,
  maxDay,
  minDay,
  startOfMonth,
} from '#kernel/day.ts'
import { client_facing_types } from '../shared/invoice-types.rules.ts'

export interface Range {
  readonly from: Day
  readonly to: Day
}

/** The scope shared by the parts of the page. */
export interface InsightOf {
  readonly range: Range
  readonly currency: { readonly id: string; readonly alpha_code: string }
}

/** Whole months up to today; the last one is the one that runs. */
export const month_choices = [3, 6, 12, 24] as const
export const default_months = 12

export function lastMonths(count: number, today: Day): Range {
  return { from: startOfMonth(addMonths(startOfMonth(today), 1 - count)), to: today }
}

/** More than this is no trend that fits a screen. */
const months_max = 60

/** The range of an address, `from` and `to`; invalid or reversed days fall back to twelve months. */
export function rangeOf(search: Readonly<Record<string, unknown>>, today: Day): Range {
  const usual = lastMonths(default_months, today)
  const { from, to } = search
  if (typeof from !== 'string' || !isDay(from)) return usual
  const end = typeof to === 'string' && isDay(to) ? minDay(to, today) : today
  if (compareDays(from, end) > 0) return usual
  const first = addMonths(startOfMonth(end), 1 - months_max)
  return { from: maxDay(from, first), to: end }
}

/** As many days, right before. */
export function rangeBefore({ from, to }: Range): Range {
  const end = addDays(from, -1)
  // Whole months are compared with whole months; the running month with as much of the one it follows.
  const whole = from === startOfMonth(from)
  if (!whole) return { from: addDays(end, -daysBetween(from, to)), to: end }
  const months = monthsOf({ from, to }).length
  return { from: addMonths(from, -months), to: minDay(addMonths(to, -months), end) }
}

/** The first day of each month that a range touches. */
export function monthsOf({ from, to }: Range): Day[] {
  const months: Day[] = []
  for (let month = startOfMonth(from); compareDays(month, to) <= 0; month = addMonths(month, 1))
    months.push(month)
  return months
}

/** The part of a month that lies in the range. */
export function partOf(month: Day, { from, to }: Range): Range {
  return { from: maxDay(month, from), to: minDay(endOfMonth(month), to) }
}

/** A month of one currency in whole numbers: amounts in pence, units in ten-thousandths, days to pay in tenths. */
export interface Figures {
  readonly billed_count: number
  readonly billed_amount: number
  readonly work_count: number
  readonly charged_amount: number
  readonly margin_amount: number
  readonly receipt_count: number
  readonly received_amount: number
  readonly hours: number
  readonly days: number
  readonly timesheet_count: number
  readonly on_time_count: number
  readonly paid_count: number
  readonly paid_amount: number
  /** Null where nothing was paid. */
  readonly days_to_pay: number | null
}

export const nothing: Figures = {
  billed_count: 0,
  billed_amount: 0,
  work_count: 0,
  charged_amount: 0,
  margin_amount: 0,
  receipt_count: 0,
  received_amount: 0,
  hours: 0,
  days: 0,
  timesheet_count: 0,
  on_time_count: 0,
  paid_count: 0,
  paid_amount: 0,
  days_to_pay: null,
}

/** Months of one currency together; days to pay weigh as much as was paid. */
export function totalOf(months: readonly Figures[]): Figures {
  const sum = (field: Exclude<keyof Figures, 'days_to_pay'>) =>
    months.reduce((all, month) => all + month[field], 0)
  const paid = months.filter((month) => month.days_to_pay !== null && month.paid_amount > 0)
  const weight = paid.reduce((all, month) => all + month.paid_amount, 0)
  const weighted = paid.reduce((all, month) => all + month.paid_amount * (month.days_to_pay ?? 0), 0)
  return {
    billed_count: sum('billed_count'),
    billed_amount: sum('billed_amount'),
    work_count: sum('work_count'),
    charged_amount: sum('charged_amount'),
    margin_amount: sum('margin_amount'),
    receipt_count: sum('receipt_count'),
    received_amount: sum('received_amount'),
    hours: sum('hours'),
    days: sum('days'),
    timesheet_count: sum('timesheet_count'),
    on_time_count: sum('on_time_count'),
    paid_count: sum('paid_count'),
    paid_amount: sum('paid_amount'),
    days_to_pay: weight === 0 ? null : weighted / weight,
  }
}

/** A share for reading; null where there is no whole. */
export const shareOf = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)

/** How much more or less than before; null where there was nothing to compare with. */
export const changeOf = (now: number, before: number): number | null =>
  before === 0 ? null : (now - before) / Math.abs(before)

const to_clients = { type: { in: client_facing_types } } as const

export type Figure = 'billed' | 'margin' | 'received' | 'hours' | 'timesheets' | 'paid'

/** The list that holds the rows of a figure, and the filter that leaves exactly these. */
export function rowsOf(
  figure: Figure,
  { from, to }: Range,
  currency: { readonly id: string; readonly alpha_code: string },
): { readonly path: string; readonly filter: FilterBy } {
  const days = { from, to }
  const in_currency = { currency_id: { in: [currency.id] } }
  switch (figure) {
    case 'billed':
      return {
        path: 'transaction/invoice',
        filter: { ...to_clients, status: { in: ['open', 'closed'] }, raised_date: days, ...in_currency },
      }
    case 'paid':
      return {
        path: 'transaction/invoice',
        filter: {
          ...to_clients,
          status: { in: ['closed'] },
          last_payment_date: days,
          total_amount: { from: '0.01' },
          ...in_currency,
        },
      }
    case 'received':
      return {
        path: 'transaction/receipts',
        filter: {
          status: { in: ['allocated', 'partially_matched', 'matched'] },
          transaction_date: days,
          ...in_currency,
        },
      }
    case 'margin':
      return {
        path: 'report/commission',
        filter: { raised_date: days, alpha_code: { contains: currency.alpha_code } },
      }
    case 'hours':
      return {
        path: 'transaction/timesheet',
        filter: {
          status: { in: ['approved'] },
          unit_type: { in: ['hourly'] },
          end_date: days,
          ...in_currency,
        },
      }
    case 'timesheets':
      return {
        path: 'transaction/timesheet',
        filter: { status: { in: ['approved'] }, end_date: days, ...in_currency },
      }
  }
}

/** Placements that end within so many days. */
export const ending_days = [14, 30, 60] as const
