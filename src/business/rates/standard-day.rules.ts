/** The standard day of a single rate, in hours, for `s` and "Standard week". Pure. */
import { isStintError } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { units } from '#kernel/rate.ts'
import type { RateUnit } from './rate-version.rules.ts'

const most = units('24')

/** Null for none, and for one that is a time within a day. */
export function standardDayFault(typed: string | undefined, unit: RateUnit): string | null {
  if (typed === undefined || typed.trim() === '') return null
  // A day is one day; months and custom units have no standard day.
  if (unit !== 'hourly') return validationText.matches
  try {
    const hours = units(typed.trim(), 'standard_units')
    if (hours <= 0) return validationText.positive
    return hours > most ? validationText.max : null
  } catch (refusal) {
    if (!isStintError(refusal)) throw refusal
    return validationText.number
  }
}
