/** The margin of a week of work, computed as the documents will be. Pure. */

import { addDays, type Day, daysThrough, eachDay, weekday } from '#kernel/day.ts'
import { isStintError } from '#kernel/errors.ts'
import { add, type CurrencyCode, type Money, sub } from '#kernel/money.ts'
import {
  amountOf,
  type Percent4,
  percentOf,
  type Rate4,
  rate,
  scale4,
  type Units4,
  units,
  unitsFromScaled,
} from '#kernel/rate.ts'
import { roundToMinor } from '#kernel/round.ts'
import { type FeeRule, feeOn } from '../../invoices/fee.rules.ts'
import { employerInsurance, type PayPeriod } from '../../rates/employer-insurance.rules.ts'
import type { UnitType } from '../../rates/units.rules.ts'

const days_of_week = 5

export type Margin = {
  readonly charge: Money
  readonly vat: Money
  readonly pay: Money
  /** Charge less pay, both net of VAT. */
  readonly margin: Money
  /** Null: nothing is charged, or paid. */
  readonly of_charge: Percent4 | null
  readonly markup: Percent4 | null
  /** Null: no fee rule is known to the asker. */
  readonly fee: Money | null
  readonly left: Money | null
  readonly left_of_charge: Percent4 | null
  /** The estimated employer's National Insurance; null: the worker is not on payroll. It is taken off what is left. */
  readonly employer: Money | null
}

export type Work = {
  readonly units: Units4
  readonly contractor_rate: Rate4
  readonly client_rate: Rate4
  readonly vat_rate: Percent4
  readonly currency: CurrencyCode
  readonly fee: FeeRule | null
  /** The period of the pay; null: the worker is not on payroll, or not paid in sterling. */
  readonly paid_by: PayPeriod | null
}

/** @param work so many units at one pair of rates, net of VAT */
export function marginOf(work: Work): Margin {
  const charge = amountOf(work.units, work.client_rate, work.currency)
  const vat = percentOf(work.vat_rate, charge)
  const pay = amountOf(work.units, work.contractor_rate, work.currency)
  const margin = sub(charge, pay)
  const fee = work.fee && feeOn(work.fee, { net: charge, gross: add(charge, vat) })
  const employer = work.paid_by && employerInsurance(pay, work.paid_by)
  const costs = fee && employer ? add(fee, employer) : (fee ?? employer)
  const left = costs && sub(margin, costs)
  return {
    charge,
    vat,
    pay,
    margin,
    of_charge: shareOf(margin, charge),
    markup: shareOf(margin, pay),
    fee,
    left,
    left_of_charge: left && shareOf(left, charge),
    employer,
  }
}

/** Saturday. */
const WEEKEND = 6
const DAYS = 7

/** Units of the whole placement by its working days, Monday to Friday; null for months and custom units. */
export function placementUnits(
  unit_type: UnitType,
  standard_units: string,
  { first, last }: { readonly first: Day; readonly last: Day },
): { readonly units: Units4; readonly days: number } | null {
  const week = unit_type === 'hourly' || unit_type === 'daily' ? weekUnits(unit_type, standard_units) : null
  if (week === null || last < first) return null
  const beyond_weeks = daysThrough(first, last) % DAYS
  const in_weeks = daysThrough(first, last) - beyond_weeks
  const rest = eachDay(addDays(first, in_weeks), last).filter((day) => weekday(day) < WEEKEND)
  const days = (in_weeks / DAYS) * days_of_week + rest.length
  return { units: unitsFromScaled((week / days_of_week) * days), days }
}

/** A full week in the placement's unit: five standard days, or one month or custom unit. Null: no number is typed. */
export function weekUnits(unit_type: UnitType, standard_units: string): Units4 | null {
  if (unit_type === 'daily') return unitsFromScaled(days_of_week * scale4)
  if (unit_type !== 'hourly') return unitsFromScaled(scale4)
  const day = typedWork({ units: standard_units, contractor_rate: '0', client_rate: '0' })
  return day && unitsFromScaled(days_of_week * day.units)
}

/** Rates and units as typed, or null while one of them is no number. */
export function typedWork(typed: {
  readonly units: string
  readonly contractor_rate: string
  readonly client_rate: string
}): Pick<Work, 'units' | 'contractor_rate' | 'client_rate'> | null {
  try {
    return {
      units: units(typed.units.trim()),
      contractor_rate: rate(typed.contractor_rate.trim()),
      client_rate: rate(typed.client_rate.trim()),
    }
  } catch (fault) {
    if (isStintError(fault)) return null
    throw fault
  }
}

/** To two decimals, as people read it. */
function shareOf(part: Money, whole: Money): Percent4 | null {
  if (whole.minor === 0) return null
  const hundredths = roundToMinor(BigInt(part.minor) * 10_000n, BigInt(whole.minor))
  return (hundredths * 100) as Percent4 // Percent, scaled by 10,000.
}
