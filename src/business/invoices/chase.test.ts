import { expect, it } from 'vitest'
import { reasonOf } from '#kernel/refusal.ts'
import { isChaseOffered, mayChase } from './chase.rules.ts'

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

it.each([
  [{}, null],
  [{ due_date: '2025-11-21' }, 'It is due on 21 Nov 2025 and can be chased from the day after'],
  [{ status: 'closed' }, 'Nothing is owed on it'],
  [{ is_credit_note: true }, 'A credit note is not asked for'],
  [{ type: 'contractor-agency' }, 'Only what a client owes is chased'],
] as const)('%j: %s', (changed, reason) => {
  const overdue = { ...due('provider-client', '2025-11-20'), status: 'open', is_credit_note: false }
  expect(reasonOf(mayChase({ ...overdue, ...changed }, today))).toBe(reason)
})
