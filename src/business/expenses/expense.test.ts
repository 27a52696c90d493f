import { expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { GBP } from '#kernel/money.ts'
import { readLines } from './expense.rules.ts'

const period = {
  start_date: day('2026-01-01'),
  end_date: null,
  today: day('2026-02-01'),
  books_begin: day('2025-01-01'),
}
const faultsOf = (amount: string, tax_amount: string) =>
  readLines([{ from_date: '2026-01-05', type: 'travel', amount, tax_amount }], GBP, period).errors

test.each([
  ['-5', '', { 'details.0.amount': 'Needs Positive Number' }],
  ['-5', '1', { 'details.0.amount': 'Needs Positive Number' }],
  ['5', '6', { 'details.0.tax_amount': 'Max number is reached' }],
  [
    '-5',
    '-1',
    { 'details.0.amount': 'Needs Positive Number', 'details.0.tax_amount': 'Needs Positive Number' },
  ],
])('an expense of net %s with VAT %s has exactly its own faults', (net, vat, faults) => {
  expect(faultsOf(net, vat)).toEqual(faults)
})
