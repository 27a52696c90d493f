import { expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import {
  accountValues,
  agreedSelfBilling,
  companyNamedIn,
  detailsFaults,
  fieldOfFault,
  mergedValues,
  progressText,
  signedWords,
  stepFaults,
} from './party-link.rules.ts'

const today = day('2026-11-22')
const person = {
  first_name: 'Ada',
  last_name: 'Byron',
  date_of_birth: '1990-02-03',
  ni_number: 'AB123456A',
  line_1: '1 Mill Lane',
  city: 'York',
  signature: 'Ada Byron',
}
const bank = {
  account_holder_name: 'Ada Byron',
  bank_name: 'Harbour Bank',
  sort_code: '001000',
  account_number: '55779911',
}

test.each([
  [{}, {}],
  [{ ni_number: '' }, { ni_number: 'Mandatory' }],
  [{ ni_number: '', gender: 'F' }, {}],
  [
    { payment_type: '', sort_code: '', city: ' ' },
    { payment_type: 'Mandatory', sort_code: 'Mandatory', city: 'Mandatory' },
  ],
  [{ payment_type: 'limited' }, { name: 'Mandatory' }],
  [{ payment_type: 'selfemployed', name: 'Ada Byron' }, { utr: 'Mandatory' }],
  [
    { payment_type: 'limited', name: 'Byron Ltd', is_vat_registered: true },
    { vat_registration_no: 'Mandatory' },
  ],
  [{ account_is: 'abroad' }, { iban: 'Mandatory' }],
  [{ signature: ' ' }, { signature: 'Mandatory' }],
  [{ account_is: 'abroad', sort_code: '1', iban: 'IE29 AIBK 9311 5212 3456 78' }, {}],
  [{ account_is: 'uk', sort_code: '1', iban: 'x' }, { sort_code: 'Must be exactly 6 digits' }],
  [
    { account_is: 'abroad', iban: 'IE29AIBK93115212345678', swift_code: 'x' },
    { swift_code: 'Please enter a valid Input' },
  ],
])('own details: %j: %j', (change, faults) => {
  const values = { ...person, ...bank, payment_type: 'paye', ...change }
  expect(detailsFaults(values, today, null)).toEqual(faults)
})

test('a company that the agency named: neither the way of being paid nor the account is asked', () => {
  expect(detailsFaults(person, today, 'Umbra Ltd')).toEqual({})
  expect(stepFaults('payment', {}, today, 'Umbra Ltd')).toEqual({})
  expect([progressText(3, 'Umbra Ltd'), progressText(3, null)]).toEqual([
    'Your documents, step 4 of 5',
    'Your documents, step 4 of 6',
  ])
})

test('an account has the numbers of its place alone', () => {
  const typed = { ...bank, iban: 'IE29AIBK93115212345678', bank_name: 'Harbour Bank' }
  expect(accountValues(typed)).toEqual(bank)
  expect(accountValues({ ...typed, account_is: 'abroad' })).toEqual({
    account_holder_name: 'Ada Byron',
    bank_name: 'Harbour Bank',
    iban: 'IE29AIBK93115212345678',
  })
})

test('the signed words name the self-billing agreement where it is agreed', () => {
  const agreed = { payment_type: 'limited', is_vat_registered: true, agrees_self_billing: true }
  expect(signedWords(agreed, 'Larch Talent')).toContain('the self-billing agreement with Larch Talent')
  expect(signedWords({ ...agreed, payment_type: 'paye' }, 'Larch Talent')).toBe(
    'With your name you sign that your details are true.',
  )
})

const registered = { payment_type: 'limited', is_vat_registered: true, agrees_self_billing: true }
test.each([
  [{}, registered, { self_billing_from: '2026-11-22', self_billing_to: '2027-11-21' }],
  [{ self_billing_from: '2026-01-01' }, registered, {}],
  [{}, { ...registered, agrees_self_billing: false }, {}],
  [{}, { ...registered, is_vat_registered: false }, {}],
  [{}, { ...registered, payment_type: 'paye' }, {}],
])('self-billing of a draft %j, of the contractor %j: %j', (draft, own, agreed) => {
  expect(agreedSelfBilling(draft, own, today)).toEqual(agreed)
})

test.each([
  [{}, null],
  [{ payment_type: 'paye', payment_company_id: 'U1' }, null],
  [{ payment_type: 'umbrella', payment_company_id: 'U1' }, { id: 'U1' }],
  [{ payment_type: 'umbrella', payment_company_code: 'UMB000001' }, { human_id: 'UMB000001' }],
  [{ payment_type: 'limited', company_is: 'new', payment_company_id: 'L1' }, null],
  [{ payment_type: 'limited', company_is: 'known', payment_company_id: 'L1' }, { id: 'L1' }],
])('the company named in a draft %j: %j', (draft, named) => {
  expect(companyNamedIn(draft)).toEqual(named)
})

test('terms of the agency stay, whatever a page sends; a cleared field is gone', () => {
  const draft = { currency: 'EUR', agency_id: 'A', city: 'Leeds', payment_type: 'umbrella' }
  const sent = { currency: 'USD', agency_id: 'B', payment_type: 'paye', first_name: 'Ada' }
  expect(mergedValues(draft, sent, null)).toEqual({
    currency: 'EUR',
    agency_id: 'A',
    first_name: 'Ada',
    payment_type: 'paye',
  })
  expect(mergedValues(draft, sent, 'Umbra Ltd').payment_type).toBe('umbrella')
})

test.each([
  ['individual.address.city', 'city'],
  ['payment_company.address.city', 'company_city'],
  ['payment_company.brn', 'brn'],
  ['sort_code', 'sort_code'],
])('the fault of %s stands under %s', (path, field) => {
  expect(fieldOfFault(path)).toBe(field)
})
