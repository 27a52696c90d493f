import { expect, test } from 'vitest'
import { isOneOf } from '../shared/who-may.rules.ts'
import {
  asksVatNumber,
  logo_bytes_max,
  logoFault,
  may_change_company,
  mayChangeRegistration,
} from './company.rules.ts'

test('one’s own profile is the admin’s, others’ the provider’s staff', () => {
  const agency = (role: 'agency_admin' | 'agency_user') => ({ category: 'agency', roles: [role] }) as const
  expect(isOneOf(agency('agency_admin'), may_change_company(true))).toBe(true)
  expect(isOneOf(agency('agency_user'), may_change_company(true))).toBe(false)
  expect(isOneOf(agency('agency_admin'), may_change_company(false))).toBe(false)
  const operations = { category: 'provider', roles: ['provider_operations'] } as const
  expect(isOneOf(operations, may_change_company(false))).toBe(true)
  expect(isOneOf(operations, may_change_company(true))).toBe(false)
  expect(mayChangeRegistration({ category: 'agency' })).toBe(false)
})

test.each([
  ['image/png', 1, null],
  ['image/jpeg', logo_bytes_max, null],
  ['image/jpeg', logo_bytes_max + 1, 'A logo is at most 512 kB'],
  ['image/svg+xml', 1, 'A logo is a png, jpg or jpeg picture'],
  ['application/pdf', 1, 'A logo is a png, jpg or jpeg picture'],
  ['toString', 1, 'A logo is a png, jpg or jpeg picture'],
])('a file of %s with %d bytes as a logo: %s', (content_type, size_bytes, fault) => {
  expect(logoFault({ content_type, size_bytes })).toBe(fault)
})

test.each([
  [{}, false],
  [{ is_vat_registered: false, vat_registration_no: ' ' }, false],
  [{ is_vat_registered: true }, true],
  [{ is_vat_registered: false, vat_registration_no: '340804329' }, true],
])('VAT number: %j asks for it: %s', (values, asks) => {
  expect(asksVatNumber(values)).toBe(asks)
})
