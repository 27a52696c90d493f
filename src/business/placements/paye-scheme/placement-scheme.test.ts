import { describe, expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { reasonOf } from '#kernel/refusal.ts'
import { can_scheme, isPaidUnderScheme, schemeFault } from './placement-scheme.rules.ts'

const schemes = [
  { id: 'main', employer_reference: '123/AB45678', ended_on: null },
  { id: 'old', employer_reference: '123/OLD', ended_on: day('2025-04-05') },
]
const paye = { payment_type: 'paye', is_off_payroll: false, schemes }
const limited = { ...paye, payment_type: 'limited' }
const not_payroll = 'Only workers on payroll are paid under a PAYE scheme'

describe('scheme of a placement: the fault of a choice', () => {
  test.each([
    ['none, on PAYE', null, paye, null],
    ['none, outside payroll', null, limited, null],
    ['one of the agency', 'main', paye, null],
    ['one of another business', 'foreign', paye, 'PAYE scheme not found'],
    ['an ended one', 'old', paye, 'PAYE scheme 123/OLD ended on 05/04/2025'],
    ['of a limited company', 'main', limited, not_payroll],
    ['of a limited company with deductions', 'main', { ...limited, is_off_payroll: true }, null],
    ['of an umbrella company', 'main', { ...paye, payment_type: 'umbrella' }, not_payroll],
    ['of an unknown worker', 'main', { ...paye, payment_type: null }, not_payroll],
  ])('%s', (_, id, worker, fault) => {
    expect(schemeFault(id, worker)).toBe(fault)
  })
})

test.each([
  ['paye', null, true],
  ['limited', 'inside', true],
  ['limited', 'outside', false],
  ['umbrella', 'inside', false],
  [null, null, false],
])('scheme of a placement: offered to %s workers, %s IR35: %s', (payment_type, ir35_status, offered) => {
  expect(isPaidUnderScheme({ payment_type, ir35_status })).toBe(offered)
})

const agency = { category: 'agency', roles: ['agency_user'] } as const
const fixed = 'The PAYE scheme of placement TMP1 is fixed: timesheet TMS7 is approved'

test.each([
  ['a draft', 'draft', null, agency, null],
  ['in force', 'active', null, agency, null],
  ['in force, with an approved timesheet', 'active', 'TMS7', agency, fixed],
  [
    'cancelled',
    'cancelled',
    null,
    agency,
    'Placement TMP1 is cancelled and cannot be moved to another PAYE scheme',
  ],
])('scheme of a placement: set on a placement that is %s', (_, status, approved, viewer, expected) => {
  expect(reasonOf(can_scheme.set({ human_id: 'TMP1', status, approved }, viewer))).toBe(expected)
})

test.each(['client', 'contractor', 'funder'] as const)(
  'scheme of a placement: not set by a %s',
  (category) => {
    const viewer = { category, roles: [] }
    expect(can_scheme.set({ human_id: 'TMP1', status: 'active', approved: null }, viewer)).toMatchObject({
      code: 'not_allowed',
    })
  },
)
