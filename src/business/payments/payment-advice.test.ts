import { expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { GBP } from '#kernel/money.ts'
import { isTrue } from '#test/money/recompute.ts'
import { type Advice, advicePage } from './payment-advice.rules.ts'

const advice = (amounts: readonly string[], amount: string): Advice => ({
  human_id: 'PAY000007',
  transaction_date: day('2025-06-20'),
  reference: 'PAY000007',
  currency: GBP,
  amount,
  payer_name: 'Provider',
  payer_address: '1 High Street\nLeeds',
  payee_name: 'Worker Limited',
  bank_name: 'Bank of York',
  account_number: '87654321',
  iban: null,
  lines: amounts.map((one, i) => ({
    human_id: `INV-2-00000${i + 1}`,
    type: 'contractor-agency',
    about: '',
    amount: one,
  })),
})

test('several documents: the advice shows how they add up', () => {
  const { adds_up, total } = advicePage(advice(['900.00', '450.50', '-20.00'], '1330.50'))
  expect(adds_up).toBe('£900.00 (INV-2-000001) + £450.50 (INV-2-000002) − £20.00 (INV-2-000003) = £1,330.50')
  expect([isTrue(adds_up), adds_up.endsWith(` = ${total}`)]).toEqual([true, true])
})

test('a payment of one is that document', () => {
  expect(advicePage(advice(['900.00'], '900.00')).adds_up).toBe('')
})
