import { describe, expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { no_fee_agreed, type ServiceCharge } from '../../fees/fee-in-force.rules.ts'
import { no_paid_when_paid } from '../../shared/contract-terms.rules.ts'
import { fundingCards } from './funding-cards.rules.ts'

const charge = (more: Partial<ServiceCharge> = {}): ServiceCharge => ({
  id: 'charge',
  fee_type: 'service_fee',
  service_type: 'temp_placement',
  agency_id: 'agency',
  funder_id: null,
  funding_type: null,
  payment_terms: null,
  payment_terms_type: null,
  type: 'percent',
  value: '2.5000',
  fee_base: 'gross',
  currency: null,
  effective_from: day('2026-01-01'),
  effective_to: null,
  transaction_id: null,
  ...more,
})
type Typed = Parameters<typeof fundingCards>[0]
const typed: Typed = {
  service_type: 'temp_placement',
  charges: [],
  funding_model: 'direct',
  agency_id: 'agency',
  funder_id: '',
  currency: 'GBP',
  client_payment_terms: '',
  contractor_payment_terms: '7',
  paid_way: 'limited',
  on: day('2026-11-30'),
}
const refusals = (more: Partial<Typed>) =>
  Object.fromEntries(fundingCards({ ...typed, ...more }).map(({ value, refusal }) => [value, refusal]))
const all = (refusal: string | null) => ({
  funded: refusal,
  partly_funded: refusal,
  paid_when_paid: refusal,
})

describe('cards of funding types', () => {
  test('say when pay, fee and earnings move', () => {
    const [funded, partly, waits] = fundingCards({ ...typed, charges: null })
    expect(funded?.lines.map(({ label }) => label)).toEqual(['Pay', 'Fee', 'Earnings'])
    expect(partly?.lines.at(-1)?.value).toBe('As the client pays')
    expect(waits?.lines[0]?.value).toBe('Once the client has paid, on its due date or later')
  })

  test('of a permanent placement have no pay', () => {
    const [funded] = fundingCards({ ...typed, service_type: 'perm_placement', charges: null })
    expect(funded?.lines.map(({ label }) => label)).toEqual(['Fee', 'Earnings'])
  })

  test('are all offered to a reader of no fee rules', () => {
    expect(refusals({ charges: null })).toEqual(all(null))
  })

  test.each<[string, readonly ServiceCharge[], Partial<Typed>]>([
    ['no rule', [], {}],
    ['a rule that is over', [charge({ effective_to: day('2026-11-29') })], {}],
    ['a rule of perm placements', [charge({ service_type: 'perm_placement' })], {}],
    ['a fixed fee in another currency', [charge({ type: 'fixed', currency: 'EUR' })], {}],
    [
      'a rule for other terms',
      [charge({ payment_terms: 30, payment_terms_type: 'client' })],
      { client_payment_terms: '14' },
    ],
    ['a service fee alone for the indirect model', [charge()], { funding_model: 'indirect' }],
  ])('are refused with %s', (_, charges, more) => {
    expect(refusals({ charges, ...more })).toEqual(all(no_fee_agreed))
  })

  test('are refused one by one', () => {
    expect(refusals({ charges: [charge({ funding_type: 'funded' })] })).toEqual({
      ...all(no_fee_agreed),
      funded: null,
    })
  })

  test('are offered with a rule for terms that the server finds at the client', () => {
    const charges = [charge({ payment_terms: 30, payment_terms_type: 'client' })]
    expect(refusals({ charges })).toEqual(all(null))
  })

  test('are offered on the indirect model with the rules of the only funder, not of another one', () => {
    const charges = [
      charge({ fee_type: 'funder_fee', funder_id: 'funder' }),
      charge({ fee_type: 'platform_fee' }),
    ]
    const funding_model = 'indirect' as const
    expect(refusals({ charges, funding_model })).toEqual(all(null))
    expect(refusals({ charges, funding_model, funder_id: 'other' })).toEqual(all(no_fee_agreed))
  })

  test.each(['paye', 'selfemployed'])('paid when paid is refused for %s', (paid_way) => {
    expect(refusals({ charges: [charge()], paid_way })).toEqual({
      ...all(null),
      paid_when_paid: no_paid_when_paid,
    })
  })
})
