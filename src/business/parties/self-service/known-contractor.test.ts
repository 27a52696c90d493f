import { expect, test } from 'vitest'
import {
  askedWords,
  can,
  knownFault,
  mayAgree,
  type OfferedPayee,
  type OfferFacts,
  offerOf,
  payeeText,
} from './known-contractor.rules.ts'

const facts: OfferFacts = {
  agency: 'Larch Talent',
  is_same_person: true,
  is_onboarded: true,
  is_of_agency: false,
  has_asked: false,
  has_details: false,
  service: null,
}

test.each<[string, Partial<OfferFacts>, string | true | null]>([
  ['a new agency', {}, true],
  ['an ended link', { service: 'ended' }, true],
  ['a removed link', { service: 'deleted' }, true],
  ['another person', { is_same_person: false, is_of_agency: true }, null],
  [
    'a colleague',
    { is_of_agency: true },
    'You are one of the people of Larch Talent, so you cannot be its contractor',
  ],
  ['not onboarded', { is_onboarded: false }, 'You can ask to work with Larch Talent once you are onboarded'],
  ['an active link', { service: 'active' }, 'You work with Larch Talent already'],
  ['a drafted link', { service: 'draft' }, 'You work with Larch Talent already'],
  [
    'a suspended link',
    { service: 'suspended' },
    'Your work with Larch Talent is suspended. Ask them to resume it',
  ],
  ['asked before', { has_asked: true }, 'You have asked Larch Talent already. They decide about it'],
  ['entered again', { has_details: true }, 'Larch Talent has your details already'],
])('offer: %s', (_, change, expected) => {
  const verdict = offerOf({ ...facts, ...change })
  expect(verdict === null || verdict === true ? verdict : verdict.message).toBe(expected)
})

test.each<[Partial<OfferFacts>, string | null]>([
  [{}, null],
  [{ service: 'ended' }, null],
  [{ is_onboarded: false }, 'The contractor is not in force any more: decline the request'],
  [{ is_of_agency: true }, 'The contractor is one of your own people: decline the request'],
  [{ service: 'suspended' }, 'The contractor works with you already: decline the request'],
  [
    { has_details: true },
    'Another contractor of yours has this National Insurance number: decline the request',
  ],
])('approval: %j is refused with %j', (change, expected) => {
  expect(knownFault({ ...facts, ...change })).toBe(expected)
})

const request = { title: 'Ada Byron', status: 'submitted', asked_by: 'ada' } as const
const admin = { category: 'agency', roles: ['agency_admin'], user_id: 'alice' } as const
test.each([
  ['an approver', request, admin, true],
  ['a user of the agency', request, { ...admin, roles: ['agency_user'] }, 'not_allowed'],
  ['the contractor', request, { ...admin, user_id: 'ada' }, 'not_allowed'],
  ['again', { ...request, status: 'onboarded' }, admin, 'conflict'],
  ['after a refusal', { ...request, status: 'rejected' }, admin, 'precondition'],
] as const)('approval by %s', (_, row, viewer, expected) => {
  const verdict = can.approve(row, viewer)
  expect(verdict === true ? true : verdict.code).toBe(expected)
})

const payee: OfferedPayee = {
  id: 'P',
  name: 'Byron Ltd',
  payment_type: 'limited',
  is_default: true,
  is_vat_registered: true,
}

test('the signed words say what the agency reads, and name the agreement where it is agreed', () => {
  expect(askedWords(payee, true, 'Larch Talent')).toBe(
    'Larch Talent will read your name, address, birth date, tax numbers and payee. With your name you sign that your details are true, and the self-billing agreement with Larch Talent.',
  )
  expect(askedWords(payee, false, 'Larch Talent')).not.toContain('agreement')
  const payees = [
    payee,
    { ...payee, payment_type: 'umbrella' },
    { ...payee, is_vat_registered: false },
    { ...payee, payment_type: 'paye' },
  ]
  expect(payees.map(mayAgree)).toEqual([true, false, false, false])
  expect(payees.map(payeeText)).toEqual(['Byron Ltd', 'Byron Ltd (Umbrella)', 'Byron Ltd', 'Payroll (PAYE)'])
})
