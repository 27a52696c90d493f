import { expect, it } from 'vitest'
import { allowedActions } from './action-codes.server.ts'

it('update codes for contacts and bank accounts: the agency’s writers and the provider only', () => {
  const codes = ['business.bank_account.update', 'business.business_contact.update']
  expect(allowedActions({ category: 'agency', roles: ['agency_user'] })).toEqual(
    expect.arrayContaining(codes),
  )
  expect(allowedActions({ category: 'provider', roles: ['provider_admin'] })).toEqual(
    expect.arrayContaining(codes),
  )
  expect(allowedActions({ category: 'agency', roles: ['agency_read_only'] })).toEqual([])
  expect(allowedActions({ category: 'client', roles: ['invoice_contact'] })).toEqual([])
})
