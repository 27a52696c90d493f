/** The right NI letter of paid days of the open year: the days that change, and the cases that are refused. */
import { describe, expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { weekUnderA as week } from '#test/payroll/return-facts.ts'
import type { NiLetter } from '../engine/tax-year.rules.ts'
import { year_2025_26 as year } from '../years/tax-year-2025-26.rules.ts'
import { correctPaidPeriods, type LetterVersion, noNextPay } from './corrected-days.rules.ts'

const weeks = [week('2025-06-13', 10), week('2025-06-20', 11), week('2025-06-27', 12)]

const version = (
  letter: NiLetter,
  from: string,
  to: string | null = null,
  is_correction = false,
): LetterVersion => ({
  ...{ letter, is_correction },
  effective_from: day(from),
  effective_to: to === null ? null : day(to),
})
const always_a = [version('A', '2025-06-02')]

const correct = (letter: NiLetter, from: string, versions = always_a, parts = weeks) =>
  correctPaidPeriods(year, parts, { letter, from_pay_day: day(from) }, versions)

describe('a letter', () => {
  test.each([
    ['M', '2025-06-20', ['2025-06-20', '2025-06-27'], 0, -2 * 75_60],
    ['C', '2025-06-13', ['2025-06-13', '2025-06-20', '2025-06-27'], -3 * 28_64, 0],
    // Between two pay days, the next one is the first.
    ['M', '2025-06-21', ['2025-06-27'], 0, -75_60],
  ] as const)('%s from %s on', (letter, from, days, employee, employer) => {
    const made = correct(letter, from)
    if (typeof made === 'string') throw new Error(made)
    expect(made.periods.map(({ pay_day }) => pay_day)).toEqual(days)
    expect(made).toMatchObject({ employee, employer })
  })

  test('holds until the next letter that was entered', () => {
    const versions = [version('A', '2025-06-02', '2025-06-26'), version('H', '2025-06-27')]
    expect(correct('M', '2025-06-13', versions)).toMatchObject({ employer: -2 * 75_60 })
  })

  test('shows each period as it was and as it becomes', () => {
    const made = correct('M', '2025-06-27')
    expect(made).toMatchObject({
      periods: [
        { was: { employee: 28_64, employer: 75_60 }, due: { employee: 28_64, employer: 0 }, from: ['A'] },
      ],
    })
  })

  test('undoes a correction that no run has taken', () => {
    const versions = [version('A', '2025-06-02', '2025-06-12'), version('M', '2025-06-13', null, true)]
    expect(correct('A', '2025-06-13', versions)).toEqual({ periods: [], employee: 0, employer: 0 })
  })
})

test.each([
  ['A', '2025-06-13', always_a, 'Letter A applies on 13/06/2025 already'],
  ['M', '2025-07-04', always_a, 'No pay from 04/07/2025 on was under another letter than M'],
  [
    'X',
    '2025-06-13',
    always_a,
    'Letter X takes pay out of National Insurance and of the levy: correct the letter once the tax year is locked',
  ],
  [
    'M',
    '2025-06-13',
    [version('A', '2025-06-02', '2025-06-12'), version('H', '2025-06-13')],
    'No pay from 13/06/2025 on was under another letter than M',
  ],
] as const)('letter %s from %s on is refused', (letter, from, versions, sentence) => {
  const parts = letter === 'M' ? weeks.map((one) => ({ ...one, ni_letter: 'M' as const })) : weeks
  expect(correct(letter, from, [...versions], parts)).toBe(sentence)
})

test('a part of a period is refused', () => {
  const two = [week('2025-06-12', 10), week('2025-06-13', 10)]
  expect(correct('M', '2025-06-13', always_a, two)).toBe(
    'The pay period of 13/06/2025 has pay before that day: begin with its first pay day',
  )
})

test('without a next pay of the year there is no run that takes the difference', () => {
  const today = day('2025-07-01')
  expect(noNextPay(null, today, weeks)).toBeNull()
  expect(noNextPay(day('2025-07-02'), today, weeks)).toBeNull()
  expect(noNextPay(day('2025-07-01'), today, weeks)).toBe(
    'The employment ended on 01/07/2025, so no pay run takes the correction: correct the letter once the tax year is locked',
  )
  expect(noNextPay(null, today, [...weeks, week('2026-04-03', 52)])).toBe(
    'The pay of 03/04/2026 was the last one of the tax year: correct the letter once the year is locked',
  )
})
