import { describe, expect, it } from 'vitest'
import { GBP, money, parseMoney } from '#kernel/money.ts'
import type { Candidate } from './match-candidates.rules.ts'
import { leftOf, offeredAmount, rankCandidates } from './match-candidates.rules.ts'

const gbp = (text: string) => parseMoney(text, GBP)
const candidate = (
  human_id: string,
  amount: string,
  due_date: string,
  over: Partial<Candidate> = {},
): Candidate => ({
  id: human_id,
  human_id,
  due_date,
  client_id: 'acme',
  po_number: null,
  outstanding: gbp(amount),
  ...over,
})
const receipt = (reference: string, amount: string) => ({
  reference,
  for_business_id: 'acme',
  unmatched: gbp(amount),
})

describe('candidates of a receipt', () => {
  const open = [
    candidate('INV-12-000001', '1125.00', '2026-11-01'),
    candidate('INV-12-000011', '300.00', '2026-10-01'),
    candidate('INV-12-000002', '99.00', '2026-09-01', { client_id: 'other', po_number: 'PO-7781' }),
  ]
  const first = (reference: string, amount: string) => rankCandidates(receipt(reference, amount), open)[0]

  it('the number in the reference wins over everything, spelt as banks spell it', () => {
    expect(first('PAYMENT INV12000011 THANKS', '1125.00')?.candidate.human_id).toBe('INV-12-000011')
  })
  it('a number is not found in a longer one', () => {
    expect(first('INV-12-0000110', '1.00')?.reasons).not.toContain('number in the reference')
  })
  it('then the equal amount of this payer, with its reasons', () => {
    expect(first('BACS', '1125.00')).toMatchObject({
      candidate: { human_id: 'INV-12-000001' },
      reasons: ['amount equal', 'this payer'],
    })
  })
  it('a purchase order finds a document of another client of the group', () => {
    expect(first('po 7781', '5.00')?.candidate.human_id).toBe('INV-12-000002')
  })
  it('of equals the oldest debt comes first', () => {
    expect(first('BACS', '7.00')?.candidate.human_id).toBe('INV-12-000011')
  })
})

describe('amounts in the basket', () => {
  it('a document is offered what the receipt still holds', () => {
    expect(offeredAmount(gbp('100.00'), gbp('250.00'))).toEqual(money(10000, GBP))
    expect(offeredAmount(gbp('100.00'), gbp('40.00'))).toEqual(money(4000, GBP))
  })
  it('what is left can go below zero, and is unknown while something is no amount', () => {
    expect(leftOf(gbp('100.00'), ['60', '50.50'])?.minor).toBe(-1050)
    expect(leftOf(gbp('100.00'), ['60', ''])?.minor).toBe(4000)
    expect(leftOf(gbp('100.00'), ['sixty'])).toBeNull()
  })
})
