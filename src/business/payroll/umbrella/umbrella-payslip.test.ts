import { expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { can, illustratedGross, isLow } from './umbrella-payslip.rules.ts'

const on = (end: string, income: number) => ({ end: day(end), income })

test.each([
  // The worked examples of an umbrella company with a margin of 20.00; the pay reaches the trigger of the pension.
  [[on('2026-04-12', 100_000)], 84_219],
  [[on('2026-04-12', 60_000)], 50_464],
  [[on('2026-04-12', 100_000), on('2026-04-19', 60_000)], 84_219 + 50_464],
  // A week that was credited in full pays nothing.
  [[on('2026-04-12', 100_000), on('2026-04-19', 0)], 84_219],
  [[on('2026-04-12', 1_500)], 0],
])('illustrated gross pay of %j pence', (weeks, gross) => {
  expect(illustratedGross(weeks, 2_000)).toBe(gross)
})

test.each([
  [100_000, 100_000, false],
  [98_000, 100_000, false],
  [97_999, 100_000, true],
  [120_000, 100_000, false],
  [0, 0, false],
])('gross pay of %i beside %i is low: %s', (gross, illustrated, low) => {
  expect(isLow(gross, illustrated)).toBe(low)
})

test.each([
  ['low', 'agency', ['agency_admin'], true],
  ['low', 'provider', ['provider_operations'], true],
  ['agrees', 'agency', ['agency_admin'], 'precondition'],
  ['explained', 'agency', ['agency_admin'], 'precondition'],
  ['low', 'agency', ['agency_user'], 'not_allowed'],
  ['low', 'contractor', ['contractor'], 'not_allowed'],
] as const)('%s, explained by %s %j: %s', (status, category, roles, verdict) => {
  const found = can.explain({ status }, { category, roles: [...roles] })
  expect(found === true ? true : found.code).toBe(verdict)
})
