import { expect, test } from 'vitest'
import { eventsOf } from './audited-events.rules.ts'

const contact = (old_values: object, new_values: object) =>
  eventsOf({
    entity: 'business.business_contact',
    entity_id: 'c1',
    old_values: { ...old_values },
    new_values: { ...new_values },
  }).map(({ kind, says }) => [kind, says])

test('roles: what is given and what is taken are two events', () => {
  const before = { roles: ['agency_user'], is_active: true }
  expect(contact(before, { roles: ['agency_admin'], is_active: true })).toEqual([
    ['role_approved', 'Agency admin'],
    ['role_removed', 'Agency user'],
  ])
  expect(contact({}, { roles: ['agency_user'] })).toEqual([['role_approved', 'Agency user']])
  expect(contact(before, before)).toEqual([])
})

test('person: made inactive and active again', () => {
  expect(contact({ is_active: true }, { is_active: false })).toEqual([['user_deactivated', '']])
  expect(contact({ is_active: false }, { is_active: true })).toEqual([['user_reactivated', '']])
})

test('bank account: entered, replaced, confirmed, confirmed again and rejected, without its number', () => {
  const says = (old_values: object, new_values: object) =>
    eventsOf({
      entity: 'business.bank_account',
      entity_id: 'a1',
      old_values: { ...old_values },
      new_values: { ...new_values },
    }).map((event) => event.says)
  expect(says({}, { status: 'pending', purpose: 'payout', business_id: 'b1' })).toEqual(['Entered: Payout'])
  expect(says({ status: 'confirmed' }, { status: 'retired', replaced_by: 'a2' })).toEqual(['Replaced'])
  expect(says({ status: 'pending' }, { status: 'confirmed' })).toEqual(['Confirmed'])
  expect(says({ hold_reason: 'x' }, { status: 'confirmed', hold_ended_by: 'u1' })).toEqual([
    'Confirmed again',
  ])
  expect(says({ status: 'pending' }, { status: 'rejected', reason: 'A wrong name' })).toEqual([
    'Rejected: A wrong name',
  ])
  expect(says({ hold_reason: null }, { hold_reason: 'A returned payment' })).toEqual([])
})

test.each([
  ['transaction.rti_submission', { downloaded: 'RTI000001-fps.xml' }],
  ['business.pension_scheme', { downloaded: 'Nest 2026-06-01 2026-06-30.csv', row_count: 2 }],
  ['business.business', { downloaded: 'intermediary-AGY000001.csv', workers: 3 }],
  ['payment.payment_file', { downloaded: 'BACS.csv', sha256: 'x' }],
])('a file of %s that a verb hands out is an export of personal data', (entity, new_values) => {
  expect(eventsOf({ entity, entity_id: 'x1', new_values })).toEqual([
    { kind: 'export_personal', outcome: 'ok', says: new_values.downloaded },
  ])
})

test('limit of approvals by mail: a setting of the client, where it changes', () => {
  const rule = (approve_by_mail_limit: string) => ({ approval_rule: { approve_by_mail_limit } })
  const changed = (from: string, to: string) =>
    eventsOf({
      entity: 'business.business',
      entity_id: 'b1',
      old_values: rule(from),
      new_values: rule(to),
    })
  expect(changed('5000.00', '9000.00')).toEqual([
    { kind: 'setting_changed', outcome: 'ok', business_id: 'b1', says: 'Approvals by mail up to £9000.00' },
  ])
  expect(changed('5000.00', '5000.00')).toEqual([])
})

test.each([
  ['business.contractor', ['name', 'individual.ni_number'], true],
  ['business.contractor', ['name', 'email'], false],
  ['transaction.payslip', ['human_id'], true],
  ['log.security_event', ['at'], true],
])('export of %s with %j is of personal data: %s', (entity, fields, expected) => {
  const new_values = { kind: 'export', entity, format: 'csv', fields }
  const events = eventsOf({ entity: 'platform.job', entity_id: 'j1', new_values })
  expect(events.map(({ kind }) => kind)).toEqual(expected ? ['export_personal'] : [])
})

test('other entries: no event', () => {
  expect(eventsOf({ entity: 'transaction.invoice', entity_id: 'i1', new_values: { roles: ['x'] } })).toEqual(
    [],
  )
})
