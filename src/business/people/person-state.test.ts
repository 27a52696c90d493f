import { expect, test } from 'vitest'
import { instant } from '#kernel/instant.ts'
import { canDeactivate, canReactivate } from './leaving.rules.ts'
import { personState } from './person-state.rules.ts'

const now = instant('2026-03-04T09:30:00.000Z')
const sent = {
  state: 'sent',
  sends: 1,
  last_sent_at: instant('2026-03-01T09:30:00.000Z'),
  expires_at: instant('2026-03-08T09:30:00.000Z'),
}
const known = { is_active: true, joined_at: now, is_user_active: true, invitation: null }
const fresh = { ...known, joined_at: null }

test.each([
  ['joined', known],
  ['inactive', { ...known, is_active: false }],
  ['deactivated', { ...known, is_user_active: false }],
  ['deactivated', { ...known, is_user_active: false, is_active: false }],
  ['invited', { ...fresh, invitation: sent }],
  ['expired', { ...fresh, invitation: { ...sent, state: 'expired' } }],
  ['expired', { ...fresh, invitation: { ...sent, expires_at: now } }],
  ['not_invited', { ...fresh, is_user_active: null }],
  ['inactive', { ...fresh, is_user_active: null, is_active: false }],
] as const)('person: %s', (state, facts) => expect(personState(facts, now)).toBe(state))

const admin = { category: 'provider', roles: ['provider_admin'], user_id: 'me' } as const
const staff = { ...admin, roles: ['provider_operations'] } as const
const agency = { category: 'agency', roles: ['agency_admin'], user_id: 'me' } as const
const leaver = { id: 'them', is_active: true, is_confirmed: true }

test.each([
  [leaver, admin, true],
  [leaver, staff, 'You do not have permission to do this'],
  [leaver, agency, 'You do not have permission to do this'],
  [{ ...leaver, id: 'me' }, admin, 'You cannot deactivate yourself: ask another administrator'],
  [{ ...leaver, is_active: false }, admin, 'This person is deactivated already'],
  [{ ...leaver, is_confirmed: false }, admin, 'This person has not joined: revoke the invitation'],
] as const)('deactivate %j as %j: %j', (person, viewer, expected) => {
  const verdict = canDeactivate(person, viewer)
  expect(verdict === true || verdict.message).toBe(expected)
})

const gone = { is_active: false, deactivated_by: 'me', roles: ['agency_user'] }

test.each([
  [gone, admin, true],
  [{ ...gone, roles: ['provider_approver'], deactivated_by: 'other' }, admin, true],
  [{ ...gone, is_active: true }, admin, 'This person is active already'],
  [gone, staff, 'You do not have permission to do this'],
] as const)('reactivate %j as %j: %j', (person, viewer, expected) => {
  const verdict = canReactivate(person, viewer)
  expect(verdict === true || verdict.message).toBe(expected)
})
