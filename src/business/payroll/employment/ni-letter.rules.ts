/** National Insurance letters: the one that a birth date suggests, and the needs of each (payroll-run, NI category). Pure. */

import { addDays, addMonths, type Day, dayOf, partsOf } from '#kernel/day.ts'
import type { FieldErrors } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import type { NiLetter } from '../engine/tax-year.rules.ts'

/** Each letter with the workers that it is for. */
export const letter_names: Readonly<Record<NiLetter, string>> = {
  A: 'A, standard',
  B: 'B, reduced rate of married women',
  C: 'C, over State Pension age',
  D: 'D, deferment in an investment zone',
  E: 'E, reduced rate in an investment zone',
  F: 'F, freeport',
  H: 'H, apprentice under 25',
  I: 'I, reduced rate in a freeport',
  J: 'J, deferment',
  K: 'K, over State Pension age in an investment zone',
  L: 'L, deferment in a freeport',
  M: 'M, under 21',
  N: 'N, investment zone',
  S: 'S, over State Pension age in a freeport',
  V: 'V, veteran',
  X: 'X, no contributions',
  Z: 'Z, under 21 with deferment',
}

const without_evidence: readonly NiLetter[] = ['A', 'M', 'X']
const in_a_zone: readonly NiLetter[] = ['F', 'I', 'L', 'S', 'N', 'E', 'K', 'D']
const reduced_rate: readonly NiLetter[] = ['B', 'I', 'E']

/** Women born on or after this day cannot pay the reduced rate. */
const REDUCED_UNTIL = dayOf(1961, 4, 6)

/** A birthday; that of 29 February is 1 March in other years. */
export function birthday(born: Day, age: number): Day {
  const { year, month, date } = partsOf(born)
  return month === 2 && date === 29 && (year + age) % 4 !== 0
    ? dayOf(year + age, 3, 1)
    : dayOf(year + age, month, date)
}

/**
 * The first day of State Pension age: 66, rising by a month for each month of birth from 6 April 1960, then 67, and 68
 * from 6 April 1977 on (Pensions Acts 2007 and 2014). Earlier births reached it before the loaded years.
 */
export function pensionDay(born: Day): Day {
  if (born < dayOf(1960, 4, 6)) return birthday(born, 66)
  if (born >= dayOf(1977, 4, 6)) return birthday(born, 68)
  if (born >= dayOf(1961, 3, 6)) return birthday(born, 67)
  const { year, month } = partsOf(addDays(born, -5))
  return addMonths(birthday(born, 66), (year - 1960) * 12 + month - 3)
}

/** The letter that age alone suggests for a pay day; null without a birth date. It never changes data. */
export function suggestLetter(born: Day | null, pay_day: Day): NiLetter | null {
  if (born === null) return null
  if (pay_day < birthday(born, 16)) return 'X'
  if (pay_day >= pensionDay(born)) return 'C'
  return pay_day < birthday(born, 21) ? 'M' : 'A'
}

export const needsEvidence = (letter: string): boolean => !without_evidence.some((one) => one === letter)

export const needsPostcode = (letter: string): boolean => in_a_zone.some((one) => one === letter)

export type LetterEntry = {
  readonly letter: NiLetter
  readonly effective_from: Day
  readonly evidence: string | null
  readonly reason: string | null
  readonly workplace_postcode: string | null
}

type Person = { readonly date_of_birth: Day | null; readonly gender: string | null }

/** The faults of an entry by field. A letter other than the suggested one says why. */
export function letterFaults(entry: LetterEntry, person: Person): FieldErrors {
  const { letter } = entry
  const errors: Record<string, string> = {}
  const born = person.date_of_birth
  const cannot_be_reduced = person.gender === 'M' || (born !== null && born >= REDUCED_UNTIL)
  if (reduced_rate.includes(letter) && cannot_be_reduced)
    errors.letter = `Letter ${letter} is for women born before 6 April 1961`
  const suggested = suggestLetter(born, entry.effective_from)
  const is_proved = letter === 'C' && suggested === 'C'
  if (needsEvidence(letter) && !is_proved && entry.evidence === null)
    errors.evidence = validationText.required
  if (needsPostcode(letter) && entry.workplace_postcode === null)
    errors.workplace_postcode = validationText.required
  if (suggested !== null && suggested !== letter && entry.reason === null)
    errors.reason = validationText.specify_reason
  return errors
}
