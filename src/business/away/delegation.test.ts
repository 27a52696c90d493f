import { expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { canHandOver, daysFault } from './delegation.rules.ts'

test.each([
  ['one day', '2026-11-23', '2026-11-23', null],
  ['sixty days', '2026-11-23', '2027-01-21', null],
  ['sixty-one days', '2026-11-23', '2027-01-22', { to_day: 'Choose at most 60 days' }],
  ['yesterday', '2026-11-22', '2026-11-24', { from_day: 'Choose today or a later day' }],
  ['an end before the start', '2026-11-25', '2026-11-24', { to_day: 'The last day is before the first day' }],
])('days: %s', (_name, from, to, fault) => {
  expect(daysFault(day(from), day(to), day('2026-11-23'))).toEqual(fault)
})

test.each([
  ['client', 'timesheet_approver', true],
  ['client', 'hiring_manager', false],
  ['agency', 'agency_consultant', true],
  ['agency', 'agency_read_only', false],
  ['contractor', 'contractor', false],
  ['provider', 'provider_admin', false],
] as const)('%s %s hands over: %s', (category, role, may) => {
  expect(canHandOver({ category, roles: [role] })).toBe(may)
})
