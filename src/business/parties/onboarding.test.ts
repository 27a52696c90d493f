import { describe, expect, test } from 'vitest'
import { titleOf, valuesOf } from './onboarding/party-values.server.ts'
import { can, isOffered, nextStep, type PartyFacts, party_actions } from './onboarding.rules.ts'

const facts: PartyFacts = {
  kind: 'client',
  human_id: 'CLI000012',
  title: 'Larch Ltd',
  status: 'submitted',
  owner_id: 'A',
  created_by: 'ann',
  submitted_by: 'ann',
  submitted_as: null,
  known_number: null,
  needs: [],
  is_used: false,
}
const agency = { category: 'agency', roles: ['agency_user'], business_id: 'A', user_id: 'ann' } as const
const agency_admin = { ...agency, roles: ['agency_admin'], user_id: 'ada' } as const
const provider = {
  category: 'provider',
  roles: ['provider_approver'],
  business_id: 'P',
  user_id: 'pat',
} as const
const support = { ...agency, user_id: 'bob', impersonator_user_id: 'sue' } as const
const states = ['draft', 'submitted', 'approved', 'rejected', 'onboarded'] as const

describe('steps by state', () => {
  test.each([
    ['draft', ['save_draft', 'submit', 'delete_draft'], []],
    ['submitted', ['withdraw'], ['approve', 'reject', 'link_same']],
    ['approved', [], ['reject', 'onboard']],
    ['rejected', ['save_draft', 'submit', 'delete_draft'], []],
    ['onboarded', [], []],
  ] as const)('%s', (status, drafter, approver) => {
    const row = { ...facts, status }
    const allowed = (viewer: Parameters<typeof isOffered>[2]) =>
      party_actions.filter((action) => can[action](row, viewer) === true)
    expect([allowed(agency), allowed(provider)]).toEqual([drafter, approver])
  })
})

test('a submitted contractor is corrected by those who approve it at its agency, and by nobody else', () => {
  const row = { ...facts, kind: 'contractor', human_id: 'CON000012' } as const
  expect(can.correct(row, agency_admin)).toBe(true)
  // The submitter has the role.
  expect(can.correct({ ...row, submitted_by: 'ada' }, agency_admin)).toBe(true)
  expect(can.correct(row, agency)).toMatchObject({ code: 'not_allowed' })
  expect(can.correct(row, provider)).toMatchObject({ code: 'not_allowed' })
  expect(can.correct(facts, agency_admin)).toMatchObject({ code: 'not_allowed' })
  expect(can.correct({ ...row, status: 'approved' }, agency_admin)).toMatchObject({
    message: 'Contractor CON000012 is approved and cannot be corrected',
  })
})

test.each([
  ['funder', 'Funder FUN000002'],
  ['agency', 'Agency AGY000002'],
] as const)(
  'a new %s: administrators of the provider draft it, another of them or an approver approves it',
  (kind, name) => {
    const human_id = name.split(' ').at(-1) ?? ''
    const row = { ...facts, kind, human_id, owner_id: 'P', submitted_by: 'sue' } as const
    const seat = { category: 'provider', business_id: 'P', user_id: 'ann' } as const
    const seats = [
      { ...seat, roles: ['provider_admin'] },
      { ...seat, roles: ['provider_approver'] },
      { ...seat, roles: ['provider_operations'] },
      { ...seat, roles: ['provider_admin'], user_id: 'sue' },
      { ...seat, roles: ['provider_admin'], token: { id: 'T', actions: ['*'], is_read_only: false } },
    ] as const
    const draft = { ...row, status: 'draft' } as const
    expect(seats.map((viewer) => can.submit(draft, viewer) === true)).toEqual([
      true,
      false,
      false,
      true,
      false,
    ])
    expect(seats.slice(0, 4).map((viewer) => can.approve(row, viewer) === true)).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(can.approve(row, agency_admin)).toMatchObject({ message: `${name} waits for the provider` })
  },
)

describe('refusals in their own sentence', () => {
  const asked = { ...facts, kind: 'contractor', human_id: 'CON000003' } as const
  test.each([
    [
      'approve',
      { ...asked, submitted_by: 'ada' },
      agency_admin,
      'You submitted this, so somebody else approves it',
    ],
    [
      'approve',
      { ...asked, submitted_as: 'ada' },
      agency_admin,
      'You submitted this, so somebody else approves it',
    ],
    ['approve', asked, provider, 'Contractor CON000003 waits for the agency'],
    ['approve', facts, agency_admin, 'Client CLI000012 waits for the provider'],
    ['approve', { ...facts, status: 'approved' }, provider, 'Client CLI000012 is already approved'],
    [
      'approve',
      { ...facts, status: 'rejected' },
      provider,
      'Client CLI000012 is rejected and cannot be approved',
    ],
    [
      'submit',
      { ...facts, status: 'onboarded' },
      agency,
      'Client CLI000012 is onboarded and cannot be submitted',
    ],
    [
      'submit',
      { ...facts, status: 'draft', owner_id: 'B' },
      agency,
      'Only the business that entered it does this',
    ],
    [
      'save_draft',
      { ...facts, kind: 'contractor', status: 'draft' },
      support,
      'Who began the draft of a person, or an administrator, goes on with it',
    ],
    [
      'onboard',
      { ...facts, status: 'approved', needs: ['terms_of_business', 'credit_decision'] },
      provider,
      'Client CLI000012 still needs: Terms of business, Credit decision',
    ],
    [
      'delete_draft',
      { ...facts, status: 'rejected', is_used: true },
      agency,
      'Client CLI000012 is used by a placement',
    ],
    [
      'save_draft',
      { ...facts, kind: 'umbrella', status: 'draft' },
      agency,
      'You do not have permission to do this',
    ],
  ] as const)('%s %j', (action, row, viewer, message) => {
    expect(can[action](row as PartyFacts, viewer)).toMatchObject({ message })
  })
  test('a button of the submitter stands and is greyed; one of another side does not stand', () => {
    const own = { ...facts, submitted_by: 'pat' }
    expect([isOffered('approve', own, provider), isOffered('approve', own, agency_admin)]).toEqual([
      true,
      false,
    ])
  })
})

test('every state but the last says what is next', () => {
  expect(states.map((status) => nextStep({ kind: 'contractor', status, needs: ['bank_account'] }))).toEqual([
    'Not submitted. It can be used once it is submitted, approved and complete.',
    'Waits for the agency: a person other than the submitter approves it.',
    'It still needs a confirmed bank account.',
    'Sent back. Correct it and submit it again.',
    null,
  ])
})

test('what a program sent comes back under the names of the form', () => {
  const address = { line_1: '1 Mill Lane', city: 'York' }
  const values = valuesOf({
    individual: { first_name: 'Ada', last_name: 'Byron', address },
    payment_company: { name: 'Byron Ltd', industries: ['62020'], address: { line_1: '9 High Street' } },
    conduct_regs_opt_out: false,
    self_billing_to: undefined,
  })
  expect(values).toEqual({
    first_name: 'Ada',
    last_name: 'Byron',
    line_1: '1 Mill Lane',
    city: 'York',
    name: 'Byron Ltd',
    company_line_1: '9 High Street',
    conduct_regs_opt_out: false,
  })
  expect([titleOf(values), titleOf({ name: ' ' })]).toEqual(['Ada Byron', 'Without a name'])
})
