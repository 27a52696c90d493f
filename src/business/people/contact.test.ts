import { expect, test } from 'vitest'
import {
  adminRoleOf,
  contactTypes,
  gainsRights,
  losesAdmin,
  repeatsAddress,
  rolesAfter,
  rolesOf,
} from './contact.rules.ts'

const seat = (is_active: boolean, ...roles: string[]) => ({ is_active, roles })

test('an agency enters people of its clients and contractors, its own by its admin, a funder only its own', () => {
  expect(contactTypes('agency', false)).toEqual(['client', 'contractor'])
  expect(contactTypes('agency', true)).toEqual(['client', 'contractor', 'agency'])
  expect(contactTypes('funder', false)).toEqual([])
  expect(contactTypes('funder', true)).toEqual(['funder'])
  expect(contactTypes('client', true)).toEqual(['client'])
  expect(contactTypes('provider', false)).toHaveLength(5)
})

test('roles: those of the kind of business; none for a limited company', () => {
  expect(rolesOf('client')).toEqual(['hiring_manager', 'invoice_contact', 'timesheet_approver'])
  expect(rolesOf('limited')).toEqual([])
  expect(rolesOf('toString')).toEqual([])
  expect(adminRoleOf('agency')).toBe('agency_admin')
  expect(adminRoleOf('client')).toBeNull()
})

test.each([
  ['an admin is made inactive', seat(true, 'agency_admin'), seat(false, 'agency_admin'), true],
  ['an admin becomes a user', seat(true, 'agency_admin'), seat(true, 'agency_user'), true],
  ['an admin gets a role more', seat(true, 'agency_admin'), seat(true, 'agency_admin', 'agency_user'), false],
  ['a user is made inactive', seat(true, 'agency_user'), seat(false, 'agency_user'), false],
  ['an inactive admin loses the role', seat(false, 'agency_admin'), seat(false, 'agency_user'), false],
])('the business loses an admin when %s: %#', (_name, before, after, lost) => {
  expect(losesAdmin('agency', before, after)).toBe(lost)
  expect(losesAdmin('client', before, after)).toBe(false)
})

test.each([
  ['a role more', seat(true, 'hiring_manager'), seat(true, 'hiring_manager', 'timesheet_approver'), true],
  ['a role less', seat(true, 'hiring_manager', 'timesheet_approver'), seat(true, 'hiring_manager'), false],
  ['active again', seat(false, 'hiring_manager'), seat(true, 'hiring_manager'), true],
  ['inactive with a role more', seat(true), seat(false, 'hiring_manager'), false],
])('rights are gained by %s: %#', (_name, before, after, gained) => {
  expect(gainsRights(before, after)).toBe(gained)
})

const waiting = (roles: string[], waiting_roles: string[] = []) => ({ roles, waiting_roles, is_active: true })

test.each([
  ['a role more waits', waiting(['a']), seat(true, 'a', 'b'), true, waiting(['a'], ['b'])],
  ['another role in place of the only one', waiting(['a']), seat(true, 'b'), true, waiting(['a'], ['b'])],
  ['a waiting role that is asked no more', waiting(['a'], ['b']), seat(true, 'a'), true, waiting(['a'])],
  ['a role less', waiting(['a', 'b']), seat(true, 'a'), true, waiting(['a'])],
  ['inactive', waiting(['a'], ['b']), seat(false, 'a', 'b'), true, waiting(['a', 'b'])],
  ['given by the provider', waiting(['a'], ['b']), seat(true, 'a', 'b'), false, waiting(['a', 'b'])],
  ['something else by the provider', waiting(['a'], ['b']), seat(true, 'a'), false, waiting(['a'], ['b'])],
])('roles after a change: %s: %#', (_name, before, wanted, checks, { roles, waiting_roles }) => {
  expect(rolesAfter(before, wanted, checks)).toEqual({ roles, waiting_roles })
})

test('an address stands once among the people of a business, whatever its case', () => {
  const people = [{ id: 'ann', email: 'ann@example.org' }]
  expect(repeatsAddress(people, { id: null, email: ' Ann@Example.org' })).toBe(true)
  expect(repeatsAddress(people, { id: 'ann', email: 'ann@example.org' })).toBe(false)
  expect(repeatsAddress(people, { id: null, email: 'ben@example.org' })).toBe(false)
})
