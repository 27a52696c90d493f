import { expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { percent, rate } from '#kernel/rate.ts'
import type { RateVersion } from '../../rates/rate-version.rules.ts'
import { rateTimeline, versionAfter } from './rate-timeline.rules.ts'

const version = (id: string, value: string, from: string, to: string | null): RateVersion => ({
  id,
  name: 'Standard',
  group_id: 'g',
  sub_type: 'contractor_rate',
  value_text: 'hourly',
  value_numeric: rate(value),
  effective_from: day(from),
  effective_to: to === null ? null : day(to),
})
const of = (from: string) => ({
  group_id: 'g',
  field: 'contractor_rate' as const,
  value: rate('22'),
  from: day(from),
})

test('a new rate from 14 December closes the old one on the 13th, and replaces what begins later', () => {
  const standing = [version('a', '20', '2026-11-02', null)]
  expect(rateTimeline(standing, of('2026-12-14'))).toEqual([
    '20.00 from 02/11/2026 to 13/12/2026',
    '22.00 from 14/12/2026 on',
  ])
  expect(rateTimeline(standing, of('2026-11-02'))).toEqual(['22.00 from 02/11/2026 on'])
  expect(rateTimeline(standing, of('2026-11-01'))).toEqual([])
})

test('a version takes the changes of its own side', () => {
  const old = version('a', '20', '2026-11-02', null)
  const change = (
    field: 'contractor_rate' | 'client_rate' | 'holiday_pay' | 'standard_units',
    now: string | null,
  ) => ({
    field,
    group_id: 'g',
    old: null,
    new: now,
  })
  const changes = [
    change('contractor_rate', '22.4140'),
    change('client_rate', '30'),
    change('holiday_pay', 'rolled_up_holiday 12.0700'),
    change('standard_units', '8.0000'),
  ]
  expect(versionAfter(old, changes)).toEqual({
    ...old,
    value_numeric: rate('22.4140'),
    holiday: { type: 'rolled_up_holiday', allowance: percent('12.07') },
    standard_units: '8.0000',
  })
  const client = { ...old, sub_type: 'client_rate' as const }
  expect(versionAfter(client, changes)).toEqual({
    ...client,
    value_numeric: rate('30'),
    holiday: null,
    standard_units: '8.0000',
  })
})
