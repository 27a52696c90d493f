/** Paid weeks under a wrong NI letter: the next payslip computes them again under the right one. */
import { describe, expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { following, pay, run, worker, year } from '#test/payroll/sample-worker.ts'
import { calculate } from './calculate.rules.ts'
import type { Payslip, PeriodPart } from './calculated-payslip.rules.ts'
import { lettersThatWait, type RightLetter } from './letter-correction.rules.ts'
import { niThatWaits } from './ni-recovery.rules.ts'
import type { NiLetter } from './tax-year.rules.ts'

const weekOf = (week: number) => day(`2026-05-${String(week).padStart(2, '0')}`)

type Week = {
  readonly pay: number
  readonly letter: NiLetter
  /** Letters of corrections, by week. */
  readonly right?: Readonly<Record<number, NiLetter>>
  /** Pay that is added to earlier weeks. */
  readonly adds?: Readonly<Record<number, number>>
}

/** Payslips of weeks, one after another. */
function paid(weeks: readonly Week[], first = worker): Payslip[] {
  let state = first
  const parts: PeriodPart[] = []
  return weeks.map(({ pay: amount, letter, right = {}, adds = {} }, index): Payslip => {
    const letters = Object.entries(right).map(
      ([week, ni_letter]): RightLetter => ({ pay_day: weekOf(Number(week)), ni_letter }),
    )
    const elements = [
      pay(amount),
      ...Object.entries(adds).map(([of, more]) => pay(more, { for_pay_day: weekOf(Number(of)) })),
    ]
    const slip = calculate(
      year,
      { ...state, ni_letter: letter },
      run(index + 1, elements, {
        pay_day: weekOf(index + 1),
        earlier_parts: [...parts],
        recovers: niThatWaits(parts).map(({ pay_day }) => pay_day),
        letters,
      }),
    )
    state = following(state, slip)
    parts.push(...slip.parts)
    return slip
  })
}

const last = (weeks: readonly Week[]) => {
  const slip = paid(weeks).at(-1)
  if (slip === undefined) throw new Error('a week was paid')
  return slip
}
const sides = ({ deductions, employer }: Payslip) => [deductions.employee_ni, employer.ni]

/** £600.00 a week: 28.64 and 75.60 under A, 28.64 and nothing under M, 7.16 and 75.60 under J, 75.60 alone under C. */
const two = (letter: NiLetter): Week[] => [
  { pay: 600, letter },
  { pay: 600, letter },
]

describe('a third week of 600.00, after two under a wrong letter', () => {
  test.each([
    ['A', 'M', 28_64, -2 * 75_60],
    ['M', 'A', 28_64, 3 * 75_60],
    ['A', 'C', -2 * 28_64, 75_60],
    // 2 × 21.48 is due of the weeks before; no more than 28.64 is taken besides.
    ['J', 'A', 2 * 28_64, 75_60],
    ['A', 'J', 7_16 - 2 * 21_48, 75_60],
  ] as const)('%s instead of %s', (wrong, right, employee, employer) => {
    const slip = last([...two(wrong), { pay: 600, letter: right, right: { 1: right, 2: right } }])
    expect(sides(slip)).toEqual([employee, employer])
    const none = { earnings: 0, employee: 0, employer: 0, bands: { at_lel: 0, lel_pt: 0, pt_uel: 0 } }
    expect(slip.ni_ytd_by_letter[wrong]).toEqual(none)
    expect(slip.ni_ytd_by_letter[right]?.earnings).toBe(1_800_00)
  })
})

test('the rest is taken from later pay, and the year bears what its weeks bear', () => {
  const right = { 1: 'A', 2: 'A' } as const
  const slips = paid([
    ...two('J'),
    { pay: 600, letter: 'A', right },
    { pay: 600, letter: 'A', right },
    { pay: 600, letter: 'A', right },
  ])
  expect(slips.map((slip) => slip.deductions.employee_ni)).toEqual([
    ...[7_16, 7_16, 2 * 28_64],
    ...[28_64 + 14_32, 28_64],
  ])
  expect(slips.at(-1)?.ni_ytd_by_letter.A).toMatchObject({ employee: 5 * 28_64, employer: 5 * 75_60 })
  expect(niThatWaits(slips.flatMap(({ parts }) => parts))).toEqual([])
})

test('the levy of a week is charged once, however often the week is computed again', () => {
  const right = { 1: 'A', 2: 'A' } as const
  const weeks = [
    ...two('J'),
    ...[3, 4, 5].map((): Week => ({ pay: 600, letter: 'A', right, adds: { 1: 100 } })),
  ]
  const slips = paid(weeks, { ...worker, charges_levy: true })
  expect(slips.map(({ employer }) => employer.levy)).toEqual([3_00, 3_00, 3_50, 3_50, 3_50])
})

test('the lines say the amount of each week; tax, loans and levy of the weeks stay', () => {
  const slip = last([...two('A'), { pay: 600, letter: 'C', right: { 1: 'C', 2: 'C' } }])
  const again = slip.lines.filter(({ for_pay_day }) => for_pay_day !== undefined)
  expect(again.map(({ element, amount, why }) => [element, amount, why])).toEqual([
    [
      'employee_ni',
      -28_64,
      'For 01/05/2026: NI letter C on £600.00: nothing is due, £0.00, of which £28.64 was taken before',
    ],
    [
      'employee_ni',
      -28_64,
      'For 02/05/2026: NI letter C on £600.00: nothing is due, £0.00, of which £28.64 was taken before',
    ],
  ])
  expect(slip.net).toBe(slip.gross - slip.deductions.income_tax + 2 * 28_64)
})

test('pay that is added to a week in the same run counts under the right letter', () => {
  const slip = last([...two('A'), { pay: 600, letter: 'M', right: { 1: 'M' }, adds: { 1: 100 } }])
  // 8 % of the added 100.00.
  expect(sides(slip)).toEqual([28_64 + 8_00, -75_60])
  expect(slip.ni_ytd_by_letter.M?.earnings).toBe(1_300_00)
})

test('pay that is added later still counts under the right letter', () => {
  const slips = paid([
    ...two('A'),
    { pay: 600, letter: 'M', right: { 1: 'M', 2: 'M' } },
    { pay: 600, letter: 'M', right: { 1: 'M', 2: 'M' }, adds: { 1: 100 } },
  ])
  expect(slips.slice(-1).map(sides)).toEqual([[28_64 + 8_00, 0]])
})

test('a letter that is corrected back restores the first amounts', () => {
  const slips = paid([
    ...two('A'),
    { pay: 600, letter: 'M', right: { 1: 'M', 2: 'M' } },
    { pay: 600, letter: 'A', right: { 1: 'A', 2: 'A', 3: 'A' } },
  ])
  expect(slips.slice(-1).map(sides)).toEqual([[28_64, 4 * 75_60]])
  expect(slips.at(-1)?.ni_ytd_by_letter.M).toMatchObject({ earnings: 0, employer: 0 })
})

test('a week waits for its letter until a payslip took it', () => {
  const slips = paid([...two('A'), { pay: 600, letter: 'M', right: { 1: 'M', 2: 'M' } }])
  const letters = [1, 2].map((week): RightLetter => ({ pay_day: weekOf(week), ni_letter: 'M' }))
  const parts = slips.map((slip) => slip.parts)
  expect(lettersThatWait(letters, parts.slice(0, 2).flat())).toEqual(letters)
  expect(lettersThatWait(letters, parts.flat())).toEqual([])
})
