import { expect, test } from 'vitest'
import { decidingSeat } from './role-change.rules.ts'

const seat = (role: string, is_provider = false) => ({ roles: [role], is_provider })
const agency = seat('agency_admin')
const funder = seat('funder_admin')
const provider = seat('provider_approver', true)
const plain = seat('agency_user')

test.each([
  ['nobody', [], undefined],
  ['no role that can release money', [plain, seat('contractor')], undefined],
  ['the oldest of two businesses', [plain, agency, funder], agency],
  ['the provider, also where it is younger', [agency, provider], provider],
] as const)('decides: %s', (_, seats, decides) => expect(decidingSeat(seats)).toBe(decides))
