/** The days of self-billing agreements, and the words about VAT. */
import { expect, test } from 'vitest'
import { type Day, day } from '#kernel/day.ts'
import {
  type Agreed,
  mayRenew,
  nextAgreement,
  renewalFaults,
  vatWords,
  withAgreement,
  withoutAgreement,
} from './self-billing.rules.ts'

const today = day('2026-11-30')
type Pair = readonly [string | null, string | null]
const dayOrNull = (text: string | null): Day | null => (text === null ? null : day(text))
const agreed = ([from, to]: Pair): Agreed => ({
  self_billing_from: dayOrNull(from),
  self_billing_to: dayOrNull(to),
})
const days = (from: string, to: string) => ({ from: day(from), to: day(to) })

test.each<[Pair, string, string]>([
  [[null, null], '2026-11-30', '2027-11-29'],
  [['2025-12-11', '2026-12-10'], '2026-12-11', '2027-12-10'],
  [['2025-11-30', '2026-11-29'], '2026-11-30', '2027-11-29'],
  [['2025-01-01', null], '2026-11-30', '2027-11-29'],
])('the next agreement after %j begins on %s', (now, from, to) => {
  expect(nextAgreement(agreed(now), today)).toEqual({ from, to })
})

test.each<[string, Pair, string, object]>([
  ['it follows', ['2025-12-11', '2026-12-10'], '2026-12-11', {}],
  ['it overlaps', ['2025-12-11', '2026-12-10'], '2026-12-10', { valid_from: 'Should be after 10/12/2026' }],
  [
    'it leaves a gap',
    ['2025-12-11', '2026-12-10'],
    '2026-12-12',
    { valid_from: 'Should be before 12/12/2026' },
  ],
  ['after one that has ended', ['2025-11-01', '2026-10-31'], '2026-11-20', {}],
  [
    'within one that has ended',
    ['2025-11-01', '2026-10-31'],
    '2026-10-31',
    { valid_from: 'Should be after 31/10/2026' },
  ],
  ['of one without an end', ['2025-01-01', null], '2026-11-30', {}],
])('a renewal: %s', (_, now, from, errors) => {
  expect(renewalFaults(agreed(now), days(from, '2027-11-19'), today)).toEqual(errors)
})

test.each<[string, Pair, [string, string], Pair | null]>([
  ['sets the first days', [null, null], ['2026-11-30', '2027-11-29'], ['2026-11-30', '2027-11-29']],
  [
    'extends the one before',
    ['2025-12-11', '2026-12-10'],
    ['2026-12-11', '2027-12-10'],
    ['2025-12-11', '2027-12-10'],
  ],
  [
    'keeps a later end',
    ['2025-12-11', '2027-12-10'],
    ['2026-11-30', '2027-11-29'],
    ['2025-12-11', '2027-12-10'],
  ],
  [
    'ends one without an end',
    ['2025-01-01', null],
    ['2026-11-30', '2027-11-29'],
    ['2025-01-01', '2027-11-29'],
  ],
  [
    'replaces one that has ended',
    ['2024-11-01', '2025-10-31'],
    ['2026-11-30', '2027-11-29'],
    ['2026-11-30', '2027-11-29'],
  ],
  ['never drops one in force', ['2025-12-11', '2026-12-10'], ['2026-12-20', '2027-12-19'], null],
  ['never drops one that begins later', ['2027-06-01', '2028-05-31'], ['2026-11-30', '2026-12-31'], null],
])('a verified agreement %s', (_, now, [from, to], then) => {
  expect(withAgreement(agreed(now), days(from, to), today)).toEqual(then && agreed(then))
})

test.each<[string, Pair, [string, string], Pair, [string, string][]?]>([
  [
    'leaves days of another one that it overlapped',
    ['2025-12-11', '2027-06-10'],
    ['2026-06-11', '2027-06-10'],
    ['2025-12-11', '2026-12-10'],
    [['2025-12-11', '2026-12-10']],
  ],
  [
    'leaves one to come',
    ['2026-11-30', '2027-11-29'],
    ['2026-11-30', '2027-11-29'],
    ['2026-12-05', '2027-01-31'],
    [['2026-12-05', '2027-01-31']],
  ],
  [
    'ends yesterday',
    ['2025-12-11', '2026-12-10'],
    ['2025-12-11', '2026-12-10'],
    ['2025-12-11', '2026-11-29'],
  ],
  [
    'leaves the one before',
    ['2025-12-11', '2027-12-10'],
    ['2026-12-11', '2027-12-10'],
    ['2025-12-11', '2026-12-10'],
  ],
  ['of today leaves none', ['2026-11-30', '2027-11-29'], ['2026-11-30', '2027-11-29'], [null, null]],
  [
    'changes no other end',
    ['2025-12-11', '2026-12-10'],
    ['2024-12-11', '2025-12-10'],
    ['2025-12-11', '2026-12-10'],
  ],
])('a verified agreement that is rejected %s', (_, now, [from, to], then, others = []) => {
  const still = others.map((one) => days(...one))
  expect(withoutAgreement(agreed(now), days(from, to), today, still)).toEqual(agreed(then))
})

test.each<[Pair, object, string]>([
  [['2025-12-11', '2026-12-10'], {}, 'Self-bills carry VAT until 10/12/2026'],
  [['2025-12-11', null], {}, 'Self-bills carry VAT without end'],
  [['2026-12-11', '2027-12-10'], {}, 'Self-bills carry VAT from 11/12/2026 until 10/12/2027'],
  [
    ['2024-12-11', '2026-11-29'],
    {},
    'Self-bills carry no VAT: the self-billing agreement ended on 29/11/2026',
  ],
  [[null, null], {}, 'Self-bills carry no VAT: there is no self-billing agreement'],
  [
    ['2025-12-11', null],
    { is_vat_registered: false },
    'Self-bills carry no VAT: Bolt Ltd is not registered for VAT',
  ],
  [
    ['2025-12-11', null],
    { vat_standing: 'refused' as const },
    'Self-bills carry no VAT: HMRC does not have the VAT number of Bolt Ltd',
  ],
])('the record of %j %j: %s', (now, change, words) => {
  const payee = { payee_name: 'Bolt Ltd', is_vat_registered: true, vat_standing: 'not_checked' as const }
  expect(vatWords({ ...payee, ...agreed(now), ...change }, today)).toBe(words)
})

test('an agreement that waits for its verification is not renewed a second time', () => {
  const payee = { payment_type: 'limited', payee_name: 'Bolt Ltd', waits: null }
  expect(mayRenew(payee)).toBe(true)
  expect(mayRenew({ ...payee, waits: days('2026-12-11', '2027-12-10') })).toEqual({
    code: 'conflict',
    message: 'The self-billing agreement of Bolt Ltd from 11/12/2026 to 10/12/2027 waits for the provider',
  })
})
