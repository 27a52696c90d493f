/** Holiday pay that is retained with each pay run (payroll.md §2.8): money for the fund, and whole hours. Pure; amounts are pence, hours ten-thousandths. */
import { type Day, formatDay } from '#kernel/day.ts'
import type { FieldErrors } from '#kernel/errors.ts'
import { displayMoney, GBP, money } from '#kernel/money.ts'
import { formatPercent, formatUnits, type Percent4, percent, unitsFromScaled } from '#kernel/rate.ts'
import { ceilDiv, nearestDiv, type Pence } from '../engine/whole.rules.ts'
import { allowanceFaults } from './rolled-up.rules.ts'

const whole = percent('100')
const HOUR = 10_000
/** A day of work in hours (spec §9). */
export const DAY_HOURS = 75_000
/** 28 days: 5.6 weeks of five. */
const YEAR_HOURS = 28 * DAY_HOURS

const pounds = (amount: Pence): string => displayMoney(money(amount, GBP))
export const hoursText = (hours: number): string => formatUnits(unitsFromScaled(hours))

/** Pay of a timesheet into the fund; of a correction the change. */
export type RetainedWork = {
  /** The books that the work is in. */
  readonly principal_id: string
  readonly share: Percent4 | null
  readonly pay: Pence
  readonly amount: Pence
  /** Hours of the timesheet, with earlier corrections. */
  readonly worked: number
  readonly why: string
}

/** At least so many percent of pay for work. */
export const retainedOn = (pay: Pence, share: Percent4): Pence => ceilDiv(pay * share, whole)

export const retainedWhy = (pay: Pence, share: Percent4): string =>
  `${formatPercent(share)} of ${pounds(pay)} is ${pounds(retainedOn(pay, share))}`

/** The change of retained pay, in proportion to the change of pay. */
export const correctedOn = (
  change: Pence,
  before: { readonly gross: Pence; readonly retained: Pence },
): Pence => (before.gross === 0 ? 0 : nearestDiv(before.retained * change, before.gross))

export const correctedWhy = (
  change: Pence,
  before: { readonly gross: Pence; readonly retained: Pence },
): string =>
  `${pounds(before.retained)} was held for pay of ${pounds(before.gross)}, which changed by ${pounds(change)}: ${pounds(correctedOn(change, before))}`

export type Accrual = {
  readonly timesheet_id: string
  readonly kind: 'accrued' | 'corrected'
  readonly principal_id: string
  readonly hours: number
  readonly amount: Pence
  readonly worked: number
  readonly pay: Pence
  readonly sentence: string
}

type Work = {
  readonly timesheet_id: string
  readonly start_date: Day
  readonly corrects: Day | null
  readonly retained: RetainedWork | null
}

/** Of a timesheet, in movements before. */
export type Counted = { readonly worked: number; readonly hours: number }
const nothing: Counted = { worked: 0, hours: 0 }

/** Under half an hour falls away. */
const wholeHours = (worked: number, share: Percent4): number =>
  nearestDiv(worked * share, whole * HOUR) * HOUR

/**
 * Movements of the work of one payslip. The hours of its timesheets together are rounded, so each adds the
 * gain of the sum.
 */
export function accrualsOf(
  works: readonly Work[],
  counted: ReadonlyMap<string, Counted>,
  accrued_this_year: number,
): Accrual[] {
  let period = 0
  let given = 0
  return works.flatMap((work): Accrual[] => {
    const { timesheet_id, retained, corrects } = work
    if (retained === null) return []
    const { principal_id, share, pay, amount, why } = retained
    const before = counted.get(timesheet_id) ?? nothing
    const worked = retained.worked - before.worked
    const common = { timesheet_id, principal_id, amount, worked, pay }
    if (corrects !== null) {
      const hours = (share === null ? 0 : wholeHours(retained.worked, share)) - before.hours
      const of =
        worked === 0 ? '' : `, and ${hoursText(worked)} hours of work change the hours by ${hoursText(hours)}`
      const start = `Work from ${formatDay(work.start_date)} was corrected: `
      return [{ ...common, kind: 'corrected', hours, sentence: `${start}${why}${of}` }]
    }
    const all = share === null ? 0 : wholeHours(period + worked, share)
    const room = Math.max(YEAR_HOURS - accrued_this_year - given, 0)
    const hours = Math.min(all - given, room)
    const sentence = `${why}${hoursWhy({ share, before: period, worked, all, given, room })}`
    period += worked
    given += hours
    return [{ ...common, kind: 'accrued', hours, sentence }]
  })
}

type Hours = {
  readonly share: Percent4 | null
  readonly before: number
  readonly worked: number
  readonly all: number
  readonly given: number
  readonly room: number
}

/** `, and of 40 hours 4.828, in whole hours 5`. */
function hoursWhy({ share, before, worked, all, given, room }: Hours): string {
  if (share === null || worked === 0) return ''
  const exact = hoursText(nearestDiv((before + worked) * share, whole))
  const of = `${hoursText(before + worked)} hours${before === 0 ? '' : ' of the period'}`
  const earlier = given === 0 ? '' : `, of which ${hoursText(given)} came with other work`
  const most = all - given > room ? `; 28 days a year are the most, so ${hoursText(room)}` : ''
  return `, and of ${of} ${exact}, in whole hours ${hoursText(all)}${earlier}${most}`
}

/** The typed share of retained holiday pay; it is either rolled up or retained. */
export function retainedFaults(typed: string | undefined, rolled_up: string | undefined): FieldErrors {
  if (typed === undefined || typed === '') return {}
  if (rolled_up !== undefined && rolled_up !== '')
    return { retained_percent: 'Holiday pay is rolled up or retained, not both' }
  const fault = allowanceFaults(typed)
  return fault === null ? {} : { retained_percent: fault }
}
