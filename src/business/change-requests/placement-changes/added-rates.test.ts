import { describe, expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import {
  addedHolidayLine,
  addedInputs,
  addedRateFaults,
  addedTimeline,
  emptyPair,
} from './added-rates.rules.ts'
import { endLines, isFromDay, type RateRow, typedKey } from './changed-rates.rules.ts'
import { endRate, lastDayOf, uncoveredBy } from './rate-end.rules.ts'

const overtime = { ...emptyPair('k'), name: ' Overtime ', contractor_rate: '20', client_rate: '25' }
const paye = { ...overtime, holiday_pay_type: 'rolled_up_holiday', holiday_pay_percent: '12.07' }

test('added rate: sent without its blank fields', () => {
  expect(addedInputs([{ ...overtime, effective_to: '2026-12-31' }])).toEqual([
    {
      name: 'Overtime',
      unit_type: 'hourly',
      contractor_rate: '20',
      client_rate: '25',
      effective_to: '2026-12-31',
    },
  ])
})

test.each([
  [overtime, {}],
  [{ ...overtime, client_rate: '' }, { 'added_rates.0.client_rate': 'Mandatory' }],
  [
    { ...overtime, contractor_rate: '25.01' },
    { 'added_rates.0.contractor_rate': 'Contractor rate should be less than Client rate' },
  ],
  [{ ...paye, client_rate: '22.414' }, {}],
  [
    { ...paye, client_rate: '22.41' },
    { 'added_rates.0.contractor_rate': 'Contractor rate should be less than Client rate' },
  ],
])('added rate: faults of case %#', (typed, faults) => {
  expect(addedRateFaults([typed])).toEqual(faults)
})

test('added rate: its line in the timeline has the paid rate and its days', () => {
  expect(addedTimeline([paye], '2026-12-14')).toEqual([
    'Overtime contractor rate: 22.414 from 14/12/2026 on',
    'Overtime client rate: 25.00 from 14/12/2026 on',
  ])
  expect(addedTimeline([{ ...overtime, effective_to: '2026-12-31' }], '2026-12-14')).toContain(
    'Overtime client rate: 25.00 from 14/12/2026 to 31/12/2026',
  )
  expect(addedTimeline([overtime], '')).toEqual([])
  expect(addedHolidayLine(paye)).toBe('holiday pay 2.4140, total rate 22.4140')
  expect(addedHolidayLine(overtime)).toBeNull()
})

describe('the end of a rate', () => {
  const version = (group_id: string, from: string, to: string | null) => ({
    group_id,
    effective_from: day(from),
    effective_to: to === null ? null : day(to),
  })
  const standing = [
    version('a', '2026-11-02', '2026-12-13'),
    version('a', '2026-12-14', null),
    version('b', '2026-12-20', '2026-12-31'),
  ]

  test('closes the version of the last day, drops later ones and leaves other rates', () => {
    expect(endRate(standing, 'a', day('2026-12-10'))).toEqual([
      version('a', '2026-11-02', '2026-12-10'),
      version('b', '2026-12-20', '2026-12-31'),
    ])
    expect(endRate(standing, 'a', day('2026-12-20'))[1]).toEqual(version('a', '2026-12-14', '2026-12-20'))
  })

  test('the last day is that of its last version, and none while one goes on', () => {
    expect(lastDayOf(standing.slice(0, 1))).toBe('2026-12-13')
    expect(lastDayOf(standing.slice(0, 2))).toBeNull()
  })

  test('days without any rate afterwards', () => {
    const after = endRate(standing, 'a', day('2026-12-19'))
    const rest = (to: string | null) => uncoveredBy(after, version('a', '2026-12-20', to))
    expect(rest('2026-12-31')).toEqual([])
    expect(rest(null)).toMatchObject([{ effective_from: '2027-01-01', effective_to: null }])
  })

  test('in the form: its line, and no day of the request', () => {
    const row = { group_id: 'a', name: 'Standard', effective_to: '' } as RateRow // Fields that it reads.
    expect(endLines([row], { [typedKey(row, 'effective_to')]: '2026-12-13' })).toEqual([
      'Standard: last day 13/12/2026',
    ])
    expect(endLines([row], {})).toEqual([])
    expect(
      [
        { group_id: 'a', effective_to: '2026-12-13' },
        { group_id: 'a', client_rate: '1' },
      ].map(isFromDay),
    ).toEqual([false, true])
  })
})
