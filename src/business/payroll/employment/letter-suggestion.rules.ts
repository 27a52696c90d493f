/** The letter that the facts behind the one in force suggest on a later pay day (payroll.md §2.16). Pure. */
import { addMonths, type Day, formatDay } from '#kernel/day.ts'
import { taxYearStart } from '../../shared/tax-year-start.rules.ts'
import type { NiLetter } from '../engine/tax-year.rules.ts'
import { birthday, pensionDay } from './ni-letter.rules.ts'

export type LetterInForce = { readonly letter: NiLetter; readonly effective_from: Day }

type Site = 'none' | 'freeport' | 'zone'

const in_freeport: readonly NiLetter[] = ['F', 'I', 'L', 'S']
const in_zone: readonly NiLetter[] = ['N', 'E', 'K', 'D']
const reduced: readonly NiLetter[] = ['B', 'I', 'E']
const deferred: readonly NiLetter[] = ['J', 'Z', 'L', 'D']

const veteran_months = 12
const site_months = 36

/** Of a site outside, in a freeport, and in an investment zone. */
const by_site = {
  pension: { none: 'C', freeport: 'S', zone: 'K' },
  reduced: { none: 'B', freeport: 'I', zone: 'E' },
  deferred: { none: 'J', freeport: 'L', zone: 'D' },
  standard: { none: 'A', freeport: 'F', zone: 'N' },
} as const satisfies Readonly<Record<string, Readonly<Record<Site, NiLetter>>>>

/** First match. A deferment is for one tax year, a veteran's relief for twelve months, a site's for 36. */
export function letterOn(born: Day, pay_day: Day, { letter, effective_from }: LetterInForce): NiLetter {
  const isBefore = (months: number) => pay_day < addMonths(effective_from, months)
  const site: Site = in_freeport.includes(letter) ? 'freeport' : in_zone.includes(letter) ? 'zone' : 'none'
  const is_deferred = deferred.includes(letter) && taxYearStart(pay_day) <= effective_from
  const is_young = pay_day < birthday(born, 21)
  if (pay_day < birthday(born, 16)) return 'X'
  if (pay_day >= pensionDay(born)) return by_site.pension[site]
  if (reduced.includes(letter)) return by_site.reduced[site]
  if (is_deferred) return is_young && site === 'none' ? 'Z' : by_site.deferred[site]
  if (is_young) return 'M'
  if (letter === 'H' && pay_day < birthday(born, 25)) return 'H'
  if (letter === 'V' && isBefore(veteran_months)) return 'V'
  return by_site.standard[isBefore(site_months) ? site : 'none']
}

/** Why another letter is due on a pay day; null where the one in force fits. */
export function letterNote(born: Day | null, pay_day: Day, in_force: LetterInForce): string | null {
  if (born === null) return null
  const due = letterOn(born, pay_day, in_force)
  if (due === in_force.letter) return null
  const reached = [
    { on: pensionDay(born), what: 'State Pension age' },
    { on: birthday(born, 25), what: '25' },
    { on: birthday(born, 21), what: '21' },
    { on: birthday(born, 16), what: '16' },
  ].find(({ on }) => on <= pay_day && on > in_force.effective_from)
  const why = reached
    ? `${reached.what} since ${formatDay(reached.on)}`
    : `the letter is of ${formatDay(in_force.effective_from)}`
  return `Letter ${due}, not ${in_force.letter}: ${why}`
}
