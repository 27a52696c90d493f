/** The standard day of a single rate, in hours, for `s` and "Standard week". Pure. */
import { isStintError } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { type Units4, units } from '#kernel/rate.ts'
import type { RateUnit } from './rate-version.rules.ts'

const most = units('24')

/**
 * The standard day of a rate; null for that of the placement.
 * @param details the rate's `value_jsonb_object`
 */
export function standardDayOf(details: unknown): Units4 | null {
  const { standard_units } = (details ?? {}) as { readonly standard_units?: unknown } // Written with the rate.
  return typeof standard_units === 'string' ? units(standard_units) : null
}

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
