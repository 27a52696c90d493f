import { expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { GBP, parseMoney } from '#kernel/money.ts'
import { reasonOf } from '#kernel/refusal.ts'
import { mayReturn, type PaidOut, type ReturnLine, returnReasons } from './payment-return.rules.ts'

const gbp = (text: string) => parseMoney(text, GBP)
const paid: PaidOut = {
  human_id: 'PAY000123',
  transaction_date: day('2025-06-25'),
  amount: gbp('900.00'),
  reference: 'PAY000123',
  payee_names: ['Brown Coding Limited'],
}
const line = (change: Partial<ReturnLine>): ReturnLine => ({
  transaction_date: day('2025-06-27'),
  amount: gbp('900.00'),
  reference: '',
  counterparty: '',
  ...change,
})

test.each([
  ['its number', { reference: 'ARUCS PAY000123' }, 'Payment number in the line'],
  ['the payee', { counterparty: 'BROWN CODING LIMITED' }, 'Payee named in the line'],
  ['what the bank says', { reference: 'Unpaid: a/c closed' }, 'The bank says that it was returned'],
])('a line of the same money with %s looks like the payment coming back', (_, change, reason) => {
  expect(returnReasons(line(change), paid)).toContain(reason)
  expect(returnReasons(line(change), paid).at(-1)).toBe('Amount is equal')
})

test('the reference that an agency reads counts, too', () => {
  const reasons = returnReasons(line({ reference: 'AGYCOM-2506 BACS' }), {
    ...paid,
    reference: 'AGYCOM-2506',
  })
  expect(reasons).toEqual(['Reference of the payment in the line', 'Amount is equal'])
})

test.each([
  ['of other money', { amount: gbp('899.99'), reference: 'PAY000123' }],
  ['older than the payment', { transaction_date: day('2025-06-24'), reference: 'PAY000123' }],
  ['more than a month later', { transaction_date: day('2025-07-27'), reference: 'PAY000123' }],
  ['that says nothing of it', { reference: 'INV-2-000015', counterparty: 'Client Limited' }],
  ['that names another payment', { reference: 'PAY0001234' }],
  ['in which a word only begins like a return', { reference: 'Returnable crates' }],
])('a line %s does not', (_, change) => {
  expect(returnReasons(line(change), paid)).toEqual([])
})

const facts = {
  human_id: 'PAY000123',
  status: 'matched',
  return_code: null,
  bank_account_id: 'account',
  transaction_date: day('2025-06-25'),
}

test.each([
  [
    'sent back before',
    { return_code: 'other', status: 'reversed' },
    'Payment PAY000123 was sent back before',
  ],
  [
    'without a bank',
    { bank_account_id: null },
    'Payment PAY000123 went into no bank account: it set debts off, or was paid through payroll',
  ],
  ['cancelled', { status: 'cancelled' }, 'Payment PAY000123 is cancelled'],
  [
    'of a day to come',
    { transaction_date: day('2025-06-27') },
    'Payment PAY000123 is made on 27/06/2025: no bank can have sent it back yet',
  ],
])('a payment %s cannot come back, and says why', (_, change, message) => {
  expect(reasonOf(mayReturn({ ...facts, ...change }, day('2025-06-26')))).toBe(message)
})

test('any other may', () => {
  expect(mayReturn(facts, day('2025-06-25'))).toBe(true)
})
