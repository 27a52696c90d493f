import { describe, expect, test } from 'vitest'
import { reasonOf } from '#kernel/refusal.ts'
import { canReplaceContact, type NewContact, newContactFault } from './replace-contact.rules.ts'

const active = { human_id: 'TMP000042', status: 'active' }
const viewer = (category: 'agency' | 'client' | 'contractor' | 'provider', role: string) =>
  ({ category, roles: [role] }) as Parameters<typeof canReplaceContact>[1]

describe('who replaces the people of a placement', () => {
  test.each([
    ['client', 'hiring_manager', 'timesheet_approver', true],
    ['client', 'invoice_contact', 'invoice_contact', true],
    ['client', 'timesheet_approver', 'timesheet_approver', false],
    ['client', 'hiring_manager', 'hiring_manager', true],
    ['agency', 'agency_user', 'hiring_manager', true],
    ['client', 'timesheet_approver', 'hiring_manager', false],
    ['client', 'hiring_manager', 'agency_consultant', false],
    ['agency', 'agency_user', 'agency_consultant', true],
    ['agency', 'agency_read_only', 'timesheet_approver', false],
    ['provider', 'provider_operations', 'timesheet_approver', true],
    ['contractor', 'contractor', 'timesheet_approver', false],
  ] as const)('%s, %s: %s', (category, role, type, may) => {
    expect(canReplaceContact(active, viewer(category, role), type) === true).toBe(may)
  })

  test('a draft changes on its form', () => {
    expect(
      reasonOf(
        canReplaceContact(
          { ...active, status: 'draft' },
          viewer('agency', 'agency_admin'),
          'invoice_contact',
        ),
      ),
    ).toBe('Placement TMP000042 is draft and its people cannot be replaced')
  })
})

const fit: NewContact = { is_fit: true, has_joined: true, is_other_side: false }

test.each([
  ['agency', fit, null],
  ['agency', undefined, 'Contact not found'],
  ['agency', { ...fit, is_fit: false }, 'Contact not found'],
  ['agency', { ...fit, has_joined: false }, 'This person has not signed in yet'],
  ['provider', { ...fit, has_joined: false }, 'This person has not signed in yet'],
  ['client', { ...fit, has_joined: false }, null],
  ['client', { ...fit, is_other_side: true }, 'The same person cannot act for both sides'],
] as const)('the new person, asked by %s: %o', (category, contact, fault) => {
  expect(newContactFault(contact, { category })).toBe(fault)
})
