/** A director's right NI letter of an ended year: the amounts that the engine takes under it, over the whole year. */
import { describe, expect, test } from 'vitest'
import {
  type DirectorTerms,
  dayOfMonth,
  directorship,
  paidParts as paid,
  plusParts,
  totalsOf as totals,
} from '#test/payroll/director-year.ts'
import type { PeriodPart } from '../engine/calculated-payslip.rules.ts'
import type { NiByLetter } from '../engine/figures-to-date.rules.ts'
import { sumNi } from '../engine/letter-correction.rules.ts'
import type { NiLetter } from '../engine/tax-year.rules.ts'
import { year_2025_26 as year } from '../years/tax-year-2025-26.rules.ts'
import { correctDirector } from './director-correction.rules.ts'

const levyOf = (parts: readonly PeriodPart[]) => parts.reduce((sum, { levy }) => sum + (levy ?? 0), 0)

const correct = (
  parts: readonly PeriodPart[],
  letter: NiLetter,
  month: number,
  terms: DirectorTerms & { readonly taken_over?: NiByLetter },
) =>
  correctDirector(
    year,
    parts,
    { letter, from_pay_day: dayOfMonth(month) },
    { ...directorship(terms, terms.taken_over), charges_levy: true },
  )

describe.each(['AN', 'AL'] as const)('by method %s', (method) => {
  test.each([
    ['A for the whole year becomes C', 'AAAAAAAAAAAA', 'C', 1, 'CCCCCCCCCCCC'],
    ['C from the seventh month on', 'AAAAAAAAAAAA', 'C', 7, 'AAAAAACCCCCC'],
    ['A instead of C, up to the first of the year', 'CCCCCCAAAAAA', 'A', 1, 'AAAAAAAAAAAA'],
    ['a letter that comes back', 'AAACCCCCCCCC', 'A', 10, 'AAACCCCCCAAA'],
    ['X takes the pay out', 'AAAAAAAAAAAA', 'X', 11, 'AAAAAAAAAAXX'],
  ] as const)('%s', (_, was, letter, month, right) => {
    const before = paid(was, { method })
    const made = correct(before, letter, month, { method })
    if (typeof made === 'string') throw new Error(made)
    const wanted = paid(right, { method })
    expect(totals([...before, ...made.parts])).toEqual(totals(wanted))
    expect(levyOf([...before, ...made.parts])).toBe(levyOf(wanted))
    expect(made.levy).toBe(levyOf(wanted) - levyOf(before))
    const sides = (parts: readonly PeriodPart[]) => sumNi(parts)
    expect(made.employee).toBe(sides(wanted).employee - sides(before).employee)
    expect(made.employer).toBe(sides(wanted).employer - sides(before).employer)
  })

  test('a second correction counts the first', () => {
    const before = paid('AAAAAAAAAAAA', { method })
    const first = correct(before, 'C', 4, { method })
    if (typeof first === 'string') throw new Error(first)
    const second = correct([...before, ...first.parts], 'A', 9, { method })
    if (typeof second === 'string') throw new Error(second)
    expect(totals([...before, ...first.parts, ...second.parts])).toEqual(
      totals(paid('AAACCCCCAAAA', { method })),
    )
    expect(correct([...before, ...first.parts], 'C', 4, { method })).toMatch(/^No pay from/)
  })
})

test('pay before the appointment is of its periods', () => {
  const terms = { method: 'AN', appointed: 4 } as const
  const before = paid('AAAAAAAAAAAA', terms)
  const made = correct(before, 'C', 2, terms)
  if (typeof made === 'string') throw new Error(made)
  expect(totals([...before, ...made.parts])).toEqual(totals(paid('ACCCCCCCCCCC', terms)))
  expect(made.periods.map(({ pay_day, is_year }) => [pay_day, is_year ?? false])).toEqual([
    ['2025-05-28', false],
    ['2025-06-28', false],
    ['2026-03-28', true],
    ['2026-03-28', true],
  ])
})

test('pay by the payroll before uses the thresholds first', () => {
  const before = paid('AAAAAAAAAAAA', { method: 'AN' })
  const [taken, here] = [before.slice(0, 6), before.slice(6)]
  const made = correct(here, 'C', 9, { method: 'AN', taken_over: plusParts({}, taken) })
  if (typeof made === 'string') throw new Error(made)
  expect(totals([...before, ...made.parts])).toEqual(totals(paid('AAAAAAAACCCC', { method: 'AN' })))
})

test('the sentence counts the whole year', () => {
  const made = correct(paid('AAAAAAAAAAAA', { method: 'AN' }), 'C', 1, { method: 'AN' })
  if (typeof made === 'string') throw new Error(made)
  expect(made.periods.at(-1)?.why).toMatch(
    /^NI letter C on £36,000\.00 of the year: nothing is due, £0\.00; employer: NI letter C on £36,000\.00 of the year: 15 % of £31,000\.00 above £5,000 is £4,650\.00$/,
  )
})
