import { describe, expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { dutiesFaults, no_duties, reEnrolFrom, reEnrolmentWindow } from './re-enrolment.rules.ts'

test.each([
  // The example of The Pensions Regulator: a staging date of 1 February.
  ['2023-02-01', '2025-11-01', '2026-04-30'],
  ['2023-07-31', '2026-04-30', '2026-10-30'],
  ['2024-02-29', '2026-11-28', '2027-05-27'],
])('the window after %s is %s to %s', (last, from, to) => {
  expect(reEnrolmentWindow(day(last))).toEqual({ from, to })
})

describe('typed days', () => {
  const today = day('2026-06-10')
  const first = { pension_duties_from: day('2020-06-01'), re_enrolled_on: null }
  const once = { ...first, re_enrolled_on: day('2023-05-15') }
  const faults = (typed: { from?: string; on?: string }, before = no_duties as typeof first | typeof once) =>
    dutiesFaults(
      {
        pension_duties_from: day(typed.from ?? '2020-06-01'),
        re_enrolled_on: typed.on === undefined ? null : day(typed.on),
      },
      before,
      today,
    )

  test.each([
    ['the first entry', {}, {}],
    ['the first entry with the last of several days', { from: '2014-04-01', on: '2026-04-02' }, {}],
    [
      'duties before there were any',
      { from: '2012-09-30' },
      { pension_duties_from: 'Should be after 30/09/2012' },
    ],
    [
      'duties that begin tomorrow',
      { from: '2026-06-11' },
      { pension_duties_from: 'Should be before 11/06/2026' },
    ],
    ['a day before the first window', { on: '2023-02-28' }, { re_enrolled_on: 'Should be after 28/02/2023' }],
    [
      'a day to come outside of the window',
      { from: '2024-01-10', on: '2027-04-10' },
      { re_enrolled_on: 'Choose a day from 10/10/2026 to 09/04/2027' },
    ],
    ['a day to come in the window', { from: '2024-01-10', on: '2027-04-09' }, {}],
  ])('%s', (_, typed, errors) => {
    expect(faults(typed)).toEqual(errors)
  })

  test('a later day is of the window after the one before, and none is taken out', () => {
    expect(faults({ on: '2026-02-14' }, once)).toEqual({
      re_enrolled_on: 'Choose a day from 15/02/2026 to 14/08/2026',
    })
    expect(faults({ on: '2026-08-14' }, once)).toEqual({})
    expect(faults({ on: '2023-05-20' }, once)).toEqual({ re_enrolled_on: expect.stringContaining('Choose') })
    expect(faults({ on: '2023-05-15' }, once)).toEqual({})
    expect(faults({}, once)).toEqual({ re_enrolled_on: 'Mandatory' })
  })
})

test('a worker who left: the employer’s day, if they left a year before it, else the next window', () => {
  const left = day('2024-05-10')
  const duties = { pension_duties_from: day('2019-04-01'), re_enrolled_on: day('2025-05-09') }
  expect(reEnrolFrom(left, no_duties)).toEqual({ from: '2027-05-10', is_due: true })
  expect(reEnrolFrom(left, duties)).toEqual({ from: '2028-02-09', is_due: false })
  expect(reEnrolFrom(day('2024-05-09'), duties)).toEqual({ from: '2025-05-09', is_due: true })
  expect(reEnrolFrom(left, { ...duties, re_enrolled_on: null })).toEqual({
    from: '2022-01-01',
    is_due: false,
  })
})
