import { expect, it } from 'vitest'
import { isChaseOffered } from './chase.rules.ts'

const today = '2025-11-21'
const due = (type: string, due_date: string | null) => ({ type, due_date })

it.each([
  [[due('provider-client', '2025-11-20')], true],
  [[due('agency-client', '2025-11-20'), due('funder-client', '2024-01-01')], true],
  [[due('provider-client', '2025-11-21')], false],
  [[due('provider-client', null)], false],
  [[due('contractor-agency', '2025-11-20')], false],
  [[due('provider-client', '2025-11-20'), due('agency_earnings', '2025-11-20')], false],
  [[], false],
] as const)('%j may be chased: %s', (invoices, offered) => {
  expect(isChaseOffered(invoices, today)).toBe(offered)
})
