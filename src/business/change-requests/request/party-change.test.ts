import { expect, test } from 'vitest'
import { asksFor, type ChangeableParty, mayAskFor, partySides, subjectOfType } from './party-change.rules.ts'

const client: ChangeableParty = {
  subject: 'client',
  type: 'client',
  human_id: 'CLI000001',
  status: 'onboarded',
  is_in_force: true,
  open: null,
}

test('party change: the sides that answer', () => {
  expect(partySides({ subject: 'client', type: 'client' }, 'client', true)).toEqual(['agency', 'provider'])
  expect(partySides({ subject: 'client', type: 'client' }, 'client', false)).toEqual(['provider'])
  expect(partySides({ subject: 'client', type: 'client' }, 'agency', true)).toEqual(['provider'])
  expect(partySides({ subject: 'contractor', type: 'contractor' }, 'contractor', true)).toEqual(['agency'])
  expect(partySides({ subject: 'contractor', type: 'contractor' }, 'contractor', false)).toEqual(['provider'])
  expect(partySides({ subject: 'contractor', type: 'contractor' }, 'provider', false)).toEqual(['contractor'])
  const link = { subject: 'service', type: 'client-agency' } as const
  expect(partySides(link, 'agency', true)).toEqual(['client'])
  expect(partySides(link, 'client', true)).toEqual(['agency'])
  expect(asksFor(link, { category: 'provider', roles: ['provider_admin'] })).toBe(false)
  expect(asksFor(link, { category: 'contractor', roles: ['contractor'] })).toBe(false)
  expect(partySides({ subject: 'payment_company', type: 'payment_company' }, 'agency', true)).toEqual([
    'provider',
  ])
})

test('party change: who asks, and when', () => {
  expect(mayAskFor(client, { category: 'client', roles: ['invoice_contact'] })).toBe(true)
  expect(asksFor(client, { category: 'client', roles: ['hiring_manager'] })).toBe(false)
  expect(
    asksFor({ subject: 'contractor', type: 'contractor' }, { category: 'agency', roles: ['agency_user'] }),
  ).toBe(false)
  const worker = { category: 'contractor', roles: ['contractor'] } as const
  expect(asksFor({ subject: 'payment_company', type: 'limited' }, worker)).toBe(true)
  expect(asksFor({ subject: 'payment_company', type: 'umbrella' }, worker)).toBe(false)
  expect(
    mayAskFor(
      { ...client, status: 'submitted', is_in_force: false },
      { category: 'provider', roles: ['provider_admin'] },
    ),
  ).toMatchObject({ message: 'Client CLI000001 is submitted and cannot be changed' })
  expect(subjectOfType('agency')).toBeNull()
})
