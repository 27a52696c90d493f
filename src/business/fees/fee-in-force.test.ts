import fc from 'fast-check'
import { expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import type { FeeFor, ServiceCharge } from './fee-in-force.rules.ts'
import { chargeInForce, overlaps } from './fee-in-force.rules.ts'

const wanted: FeeFor = {
  fee_type: 'service_fee',
  service_type: 'temp_placement',
  agency_id: 'A',
  funder_id: null,
  contract_id: 'C',
  funding_type: 'funded',
  client_payment_terms: 30,
  contractor_payment_terms: 7,
  currency: 'GBP',
  on: day('2025-06-15'),
}

function charge(id: string, change: Partial<ServiceCharge> = {}): ServiceCharge {
  return {
    id,
    fee_type: 'service_fee',
    service_type: 'temp_placement',
    agency_id: 'A',
    funder_id: null,
    funding_type: null,
    payment_terms: null,
    payment_terms_type: null,
    type: 'percent',
    value: '2.5',
    fee_base: 'gross',
    currency: null,
    effective_from: day('2025-01-01'),
    effective_to: null,
    transaction_id: null,
    ...change,
  }
}

const general = charge('general')
const funded = charge('funded', { funding_type: 'funded' })
const terms = charge('terms', { payment_terms: 30, payment_terms_type: 'client' })
const contract = charge('contract', { transaction_id: 'C' })
const newer = charge('newer', { effective_from: day('2025-06-01') })

test.each<[string, readonly ServiceCharge[], string | null]>([
  ['none', [], null],
  ['a general one', [general], 'general'],
  ['its funding type before the general', [funded, general], 'funded'],
  ['its terms before its funding type', [terms, funded, general], 'terms'],
  ['its contract before all', [terms, contract, funded, general], 'contract'],
  ['of equals neither: nobody knows which was agreed', [general, newer], 'overlap'],
  ['an older particular one before a newer general one', [newer, funded], 'funded'],
])('%s', (_, charges, id) => {
  const found = chargeInForce(charges, wanted)
  expect(found === 'overlap' ? found : (found?.id ?? null)).toBe(id)
})

test.each<[string, Partial<ServiceCharge>]>([
  ['another agency', { agency_id: 'B' }],
  ['another currency', { type: 'fixed', currency: 'EUR' }],
  ['another fee', { fee_type: 'platform_fee' }],
  ['another kind of work', { service_type: 'expense' }],
  ['another contract', { transaction_id: 'D' }],
  ['another funding type', { funding_type: 'paid_when_paid' }],
  ['a funder, where there is none', { funder_id: 'F' }],
  ['other terms of the client', { payment_terms: 60, payment_terms_type: 'client' }],
  ['the contractor’s terms, which are others', { payment_terms: 30, payment_terms_type: 'contractor' }],
  ['terms of the agency, which has none', { payment_terms: 30, payment_terms_type: 'agency' }],
  ['a rule that begins tomorrow', { effective_from: day('2025-06-16') }],
  ['a rule that ended yesterday', { effective_to: day('2025-06-14') }],
])('a rule for %s does not hold', (_, change) => {
  expect(chargeInForce([charge('x', change)], wanted)).toBe(null)
})

test('in force on its first and its last day', () => {
  const one = charge('one', { effective_from: wanted.on, effective_to: wanted.on })
  expect(chargeInForce([one], wanted)).toBe(one)
})

test('the order in which rules are read does not matter', () => {
  const all = [general, funded, terms, contract, newer]
  fc.assert(
    fc.property(fc.shuffledSubarray(all), (some) => {
      expect(chargeInForce(some, wanted)).toBe(chargeInForce([...some].reverse(), wanted))
    }),
  )
})

test.each<[string, Partial<ServiceCharge>, boolean]>([
  ['the same again', {}, true],
  ['the same from the day after it ended', { effective_from: day('2025-07-01') }, false],
  ['the same from the day it ends', { effective_from: day('2025-06-30') }, true],
  ['one for a funding type', { funding_type: 'funded' }, false],
  ['one for other work', { service_type: 'perm_placement' }, false],
  ['one for a contract', { transaction_id: 'C' }, false],
  ['one for another agency', { agency_id: 'B' }, false],
])('beside a general rule until June: %s', (_, change, expected) => {
  const until_june = charge('june', { effective_to: day('2025-06-30') })
  expect(overlaps(until_june, charge('other', change))).toBe(expected)
  expect(overlaps(charge('other', change), until_june)).toBe(expected)
})

test('fixed fees of two currencies do not meet; one without a currency meets both', () => {
  const fixed = (id: string, currency: string | null) => charge(id, { type: 'fixed', value: '5', currency })
  expect(overlaps(fixed('pounds', 'GBP'), fixed('euros', 'EUR'))).toBe(false)
  expect(overlaps(fixed('pounds', 'GBP'), fixed('any', null))).toBe(true)
  expect(chargeInForce([fixed('pounds', 'GBP'), fixed('euros', 'EUR')], wanted)).toMatchObject({
    id: 'pounds',
  })
})

test('rules for terms of two sides may meet; for different terms of one side they do not', () => {
  const client = charge('client', { payment_terms: 30, payment_terms_type: 'client' })
  expect(overlaps(client, charge('b', { payment_terms: 7, payment_terms_type: 'contractor' }))).toBe(true)
  expect(overlaps(client, charge('b', { payment_terms: 60, payment_terms_type: 'client' }))).toBe(false)
})
