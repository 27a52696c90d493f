import { describe, expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { can, lastDay, type PaperFacts, papersOf } from './compliance.rules.ts'
import { needsUmbrellaCheck } from './umbrella-check.rules.ts'

describe('papers', () => {
  test.each([
    ['contractor-agency', null, ['right_to_work', 'identity', 'contract_for_services']],
    [
      'contractor-company',
      'limited',
      ['self_billing_agreement', 'vat_certificate', 'professional_indemnity'],
    ],
    [
      'contractor-company',
      'umbrella',
      ['self_billing_agreement', 'umbrella_due_diligence', 'vat_certificate'],
    ],
    ['contractor-company', 'payer', ['vat_certificate']],
    ['client-agency', null, ['terms_of_business', 'credit_safe_report']],
    ['funder-provider', null, []],
  ])('of %s (%s)', (service, company, wanted) => {
    expect(papersOf(service, company).slice(0, 3)).toEqual(wanted)
  })

  test.each([
    ['umbrella_due_diligence', '2026-11-22', null, '2027-02-20'],
    ['self_billing_agreement', '2026-11-22', null, '2027-11-21'],
    ['self_billing_agreement', '2026-11-22', '2027-03-01', '2027-03-01'],
    ['right_to_work', '2026-11-22', null, null],
  ] as const)('%s from %s until %s holds to %s', (type, from, to, wanted) => {
    expect(lastDay(type, day(from), to && day(to))).toBe(wanted)
  })
})

test.each([
  ['2026-04-05', false],
  ['2026-04-06', true],
])('an umbrella is paid on %s: needs a check %s', (paid_on, wanted) => {
  expect(needsUmbrellaCheck(day(paid_on))).toBe(wanted)
})

describe('a check', () => {
  const paper: PaperFacts = {
    title: 'Identity',
    status: 'inprogress',
    service: 'contractor-agency',
    uploaded_by: 'ada',
    has_file: true,
    has_ended: false,
  }
  const viewer = (user_id: string, category = 'agency', role = 'agency_admin') =>
    ({ user_id, category, roles: [role] }) as never

  test.each([
    ['another person of the agency', paper, viewer('bob'), true],
    ['whoever added it', paper, viewer('ada'), 'You added this document, so somebody else checks it'],
    [
      'support in another name',
      paper,
      { ...(viewer('bob') as object), impersonator_user_id: 'ada' } as never,
      'You added',
    ],
    ['without a file', { ...paper, has_file: false }, viewer('bob'), 'Attach the file first'],
    ['too late', { ...paper, has_ended: true }, viewer('bob'), 'Identity has ended already'],
    ['twice', { ...paper, status: 'completed' }, viewer('bob'), 'Identity is already verified'],
    [
      'the agency about its client',
      { ...paper, service: 'client-agency' },
      viewer('bob'),
      'It waits for the provider',
    ],
  ] as const)('by %s', (_who, row, by, wanted) => {
    const verdict = can.verify(row as PaperFacts, by)
    expect(verdict === true ? true : verdict.message).toEqual(
      wanted === true ? true : expect.stringContaining(wanted),
    )
  })
})
