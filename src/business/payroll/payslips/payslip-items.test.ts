import { expect, test } from 'vitest'
import { GBP, money } from '#kernel/money.ts'
import { itemsOf } from './payslip-items.rules.ts'

const deducted = [
  { name: 'Income tax', amount: '-130.80', why: 'Tax code 1257L' },
  { name: 'Pay given up for the pension', amount: '-31.06', why: '5 % of £621.20' },
  { name: 'Agreed deduction', amount: '0.00', why: 'Nothing is left' },
  { name: 'Student loan', amount: '-29.00', why: 'Plan 2' },
  { name: 'Postgraduate loan', amount: '-11.00', why: 'Postgraduate' },
]
const named = (...args: Parameters<typeof itemsOf>) =>
  itemsOf(...args).map(({ name, amount, why }) => [name, amount.minor, why])

test('items of a figure: each with its purpose, as far as they come to the figure', () => {
  expect(named(deducted, 'student_loan', money(40_00, GBP))).toEqual([
    ['Student loan', 29_00, 'Plan 2'],
    ['Postgraduate loan', 11_00, 'Postgraduate'],
  ])
  expect(named(deducted, 'employee_pension', money(31_06, GBP))).toEqual([
    ['Pay given up for the pension', 31_06, '5 % of £621.20'],
  ])
  // A line without an item here would be hidden by the others.
  expect(named(deducted, 'student_loan', money(40_01, GBP))).toEqual([])
  expect(named(deducted, 'income_tax', money(130_80, GBP))).toEqual([])
  expect(named([], 'other_deductions', money(0, GBP))).toEqual([])
})
