import { expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { GBP, parseMoney } from '#kernel/money.ts'
import type { Candidate, ReceiptFacts } from './suggest.rules.ts'
import {
  compareSuggestions,
  consolidatedNumbersIn,
  invoiceNumbersIn,
  payerKey,
  suggest,
} from './suggest.rules.ts'

test.each([
  ['INV-2-000015', ['INV-2-000015']],
  ['payment inv 2 15 thanks', ['INV-2-000015']],
  ['INV2000015', ['INV-2-000015']],
  ['INV12000015', ['INV-12-000015']],
  ['INV/2/15 AND INV-3-000007', ['INV-2-000015', 'INV-3-000007']],
  ['INV-2-000015 +3', ['INV-2-000015']],
  ['Invoice of March', []],
  ['', []],
])('%j names %j', (reference, numbers) => {
  expect(invoiceNumbersIn(reference)).toEqual(numbers)
})

const receipt: ReceiptFacts = {
  reference: 'BACS',
  unmatched_amount: parseMoney('1125.00', GBP),
  for_business_id: 'client',
  match_counts: new Map(),
}
const invoice: Candidate = {
  human_id: 'INV-2-000015',
  client_id: 'client',
  client_name: 'Copperbeech Building Services Ltd',
  po_number: 'PO-7781',
  due_date: day('2026-03-01'),
  outstanding_balance: parseMoney('1125.00', GBP),
  consolidated_human_id: null,
}
const told = (
  change: Partial<ReceiptFacts>,
  candidate: Partial<Candidate> = {},
  others: Candidate[] = [],
) => {
  const one = { ...invoice, ...candidate }
  return suggest({ ...receipt, ...change }, one, [one, ...others])
}

test('the number in the reference weighs most; with an equal amount it is certain', () => {
  const certain = told({ reference: 'INV-2-000015' })
  expect(certain.is_certain).toBe(true)
  expect(certain.reasons).toEqual([
    'Invoice number in the reference',
    'Amount is equal',
    'The only invoice of this amount',
    'The payer is this client',
  ])
  const part = told(
    { reference: 'INV-2-000015' },
    { outstanding_balance: parseMoney('2000', GBP), client_id: 'sister' },
  )
  expect(part).toMatchObject({ is_certain: false, reasons: ['Invoice number in the reference'] })
  expect(part.score).toBeGreaterThan(told({}).score)
})

test('an equal amount scores less when another invoice of the client has it too', () => {
  const twin = { ...invoice, human_id: 'INV-2-000016' }
  expect(told({}, {}, [twin]).reasons).toEqual(['Amount is equal', 'The payer is this client'])
  expect(told({}, {}, [{ ...twin, client_id: 'other' }]).reasons).toContain('The only invoice of this amount')
})

test('a purchase order and the name of the client count; short orders and common words do not', () => {
  expect(told({ reference: 'po7781 copperbeech' }).reasons).toEqual([
    'Purchase order in the reference',
    'Amount is equal',
    'The only invoice of this amount',
    'The payer is this client',
    'Client named in the reference',
  ])
  expect(told({ reference: 'PO1' }, { po_number: 'PO1' }).reasons).not.toContain(
    'Purchase order in the reference',
  )
  expect(told({ reference: 'Services Ltd' }).reasons).not.toContain('Client named in the reference')
})

test('a payer seen before, a consolidated invoice and digits that a bank cut out count', () => {
  expect(told({ match_counts: new Map([['client', 6]]) }).reasons).toContain(
    'Payer matched to this client 6 times before',
  )
  expect(told({ match_counts: new Map([['client', 1]]) }).reasons).toContain(
    'Payer matched to this client 1 time before',
  )
  expect(told({ match_counts: new Map([['other', 6]]) }).reasons.join()).not.toContain('matched to')
  expect(told({ reference: 'cin 12' }, { consolidated_human_id: 'CIN000012' }).reasons[0]).toBe(
    'Consolidated invoice in the reference',
  )
  expect(consolidatedNumbersIn('CIN-000012 and cin7')).toEqual(['CIN000012', 'CIN000007'])
  const cut = told({ reference: 'REF 2000015 MARCH' })
  expect(cut.reasons[0]).toBe('Invoice number without INV in the reference')
  expect(cut.is_certain).toBe(false)
  expect(told({ reference: 'REF 92000015' }).reasons[0]).toBe('Amount is equal')
  expect(payerKey('Brightwater & Sons Ltd.')).toBe(payerKey('BRIGHTWATER   SONS LTD'))
})

test('best first, then the oldest debt', () => {
  const list = [
    { score: 10, due_date: '2026-03-01', human_id: 'b' },
    { score: 10, due_date: '2026-02-01', human_id: 'c' },
    { score: 90, due_date: '2026-04-01', human_id: 'a' },
  ]
  expect(list.sort(compareSuggestions).map((one) => one.human_id)).toEqual(['a', 'c', 'b'])
})
