import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RaiseInput } from '#business/invoices/raise.rules.ts'
import { raiseRefusal, raiseSet } from '#business/invoices/raise.rules.ts'
import { formatMoney, GBP, money, parseMoney } from '#kernel/money.ts'
import { creditSet } from '#test/money/credit-set.ts'
import { raiseInputs } from '#test/money/raise-arbitrary.ts'
import { sample_week, worked } from '#test/money/raise-sample.ts'
import type { Parties, Posting } from './postings.rules.ts'
import {
  matchPostings,
  paymentPostings,
  receiptPostings,
  recoursePostings,
  refundPostings,
  reverse,
  setPostings,
  totalsByCurrency,
} from './postings.rules.ts'

const parties: Parties = { contractor: 'C', agency: 'A', provider: 'P', client: 'L', funder: 'F' }

function post(change: Partial<RaiseInput>): Posting[] {
  const set = raiseSet({ ...sample_week, ...change })
  return setPostings(
    set,
    parties,
    set.documents.map((d) => d.type),
  )
}

/** A journal: document, account, business, debit or credit. */
function journal(postings: readonly Posting[]): string[] {
  return postings.map(({ account, amount, invoice_id }) => {
    const side = amount.minor > 0 ? 'Dr' : 'Cr'
    const account_text = account.business_id ? `${account.kind}[${account.business_id}]` : account.kind
    return `${invoice_id ?? '-'} | ${side} ${account_text} ${formatMoney(money(Math.abs(amount.minor), GBP))}`
  })
}

test("the week in the provider's books, direct", () => {
  expect(journal(post({}))).toEqual([
    'contractor-agency | Dr agency_control[A] 900.00',
    'contractor-agency | Cr contractor_payable[C] 900.00',
    'agency-provider | Dr purchases 937.50',
    'agency-provider | Dr input_vat 187.50',
    'agency-provider | Cr agency_control[A] 1125.00',
    'provider-client | Dr client_receivable[L] 1125.00',
    'provider-client | Cr sales 937.50',
    'provider-client | Cr output_vat 187.50',
    'provider-agency | Dr agency_control[A] 33.76',
    'provider-agency | Cr fee_income 28.13',
    'provider-agency | Cr output_vat 5.63',
    'agency_earnings | Dr agency_control[A] 191.24',
    'agency_earnings | Cr agency_earnings_payable[A] 191.24',
  ])
})

test('billed by the agency, the provider only collects', () => {
  expect(journal(post({ funding_model: 'agency_billed' }))).toContain(
    'agency-client | Cr agency_control[A] 1125.00',
  )
  expect(post({ funding_model: 'agency_billed' }).map((p) => p.account.kind)).not.toContain('sales')
})

test("indirect, the books are the funder's and it owes the provider the platform fee", () => {
  const platform_fee = { type: 'fixed', value: parseMoney('3.00', GBP) } as const
  const lines = journal(post({ funding_model: 'indirect', platform_fee }))
  expect(lines).toContain('agency-funder | Cr agency_control[A] 1125.00')
  expect(lines).toContain('funder-agency | Cr fee_income 28.13')
  expect(lines).toContain('platform_fee | Dr agency_control[A] 3.60')
  expect(lines).toContain('platform_fee | Cr platform_fee_payable[P] 3.60')
})

test('negative earnings are owed by the agency', () => {
  const change = {
    funding_model: 'agency_billed',
    lines: [worked('100', '24', '25')],
    vat: { ...sample_week.vat, client_country_code: 'US' },
  } as const
  expect(journal(post(change))).toContain('agency_earnings | Dr agency_earnings_payable[A] 455.00')
  expect(journal(post(change))).toContain('agency_earnings | Cr agency_control[A] 455.00')
})

const ids = (count: number) => Array.from({ length: count }, (_, i) => `INV${i}`)

test('I1 and identity 1: every set balances, and leaves nothing on the agency control account', () => {
  fc.assert(
    fc.property(raiseInputs, (input) => {
      fc.pre(raiseRefusal(input) === null)
      const set = raiseSet(input)
      const postings = setPostings(set, parties, ids(set.documents.length))
      expect(totalsByCurrency(postings).get('GBP') ?? 0).toBe(0)
      expect(balanceOf(postings, 'agency_control')).toBe(0)
      expect(balanceOf(postings, 'client_receivable')).toBe(set.client_gross.minor)
      expect(balanceOf(postings, 'contractor_payable')).toBe(-set.contractor_gross.minor + 0)
      expect(balanceOf(postings, 'agency_earnings_payable')).toBe(-set.agency_gross.minor + 0)
      expect(postings.every((p) => p.amount.minor !== 0)).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test('a credit set takes a set back out of every account', () => {
  fc.assert(
    fc.property(raiseInputs, (input) => {
      fc.pre(raiseRefusal(input) === null)
      const set = raiseSet(input)
      const credit = creditSet(set)
      const all = [set, credit].flatMap((one) => setPostings(one, parties, ids(one.documents.length)))
      for (const { account } of all) expect(balanceOf(all, account.kind)).toBe(0)
    }),
  )
})

test('cash: received, matched, paid out, and each taken back by its mirror', () => {
  const amount = parseMoney('1125.00', GBP)
  const received = receiptPostings('L', amount)
  const matched = matchPostings({ payer_id: 'L', client_id: 'L', invoice_id: 'INV', amount })
  const paid = paymentPostings({ kind: 'contractor_payable', payee_id: 'C', invoice_id: 'SB', amount })
  expect(journal([...received, ...matched, ...paid])).toEqual([
    '- | Dr bank 1125.00',
    '- | Cr unallocated_receipt[L] 1125.00',
    'INV | Dr unallocated_receipt[L] 1125.00',
    'INV | Cr client_receivable[L] 1125.00',
    'SB | Dr contractor_payable[C] 1125.00',
    'SB | Cr bank 1125.00',
  ])
  expect(journal(reverse(matched))).toEqual([
    'INV | Cr unallocated_receipt[L] 1125.00',
    'INV | Dr client_receivable[L] 1125.00',
  ])
  expect(reverse(reverse(received))).toEqual(received)
})

test('a group payer may pay for another client', () => {
  const match = { payer_id: 'GROUP', client_id: 'L', invoice_id: 'INV', amount: parseMoney('1', GBP) }
  expect(journal(matchPostings(match))[0]).toBe('INV | Dr unallocated_receipt[GROUP] 1.00')
})

test('refunds and recourse balance; nothing but a positive amount moves', () => {
  const pound = parseMoney('1.00', GBP)
  for (const postings of [refundPostings('L', pound), recoursePostings('A', 'INV', pound)]) {
    expect(totalsByCurrency(postings).get('GBP')).toBe(0)
  }
  expect(() => receiptPostings('L', parseMoney('0', GBP))).toThrow('a receipt is positive')
  expect(() =>
    matchPostings({ payer_id: 'L', client_id: 'L', invoice_id: 'I', amount: parseMoney('-1', GBP) }),
  ).toThrow()
})

function balanceOf(postings: readonly Posting[], kind: string): number {
  return postings.filter((p) => p.account.kind === kind).reduce((sum, p) => sum + p.amount.minor, 0)
}
