/** Pay and tax of an earlier employer in this tax year: the figures that a cumulative code counts. */
import { expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { previousOf } from './employment-state.server.ts'

const p45 = {
  p45_leave_date: day('2026-06-05'),
  p45_is_week1: false,
  p45_pay_to_date: '5000.00',
  p45_tax_to_date: '600.00',
}
const no_notice = { previous_pay: null, previous_tax: null }
const this_year = { start: day('2026-04-06'), takeover: null }
const told = { pay: 5000_00, tax: 600_00 }
const nothing = { pay: 0, tax: 0 }

test.each([
  ['a cumulative P45 of this year', p45, no_notice, told],
  ['a P45 on week 1', { ...p45, p45_is_week1: true }, no_notice, nothing],
  ['a P45 of last year', { ...p45, p45_leave_date: day('2026-04-05') }, no_notice, nothing],
  [
    'a notice after a P45 on week 1',
    { ...p45, p45_is_week1: true },
    { previous_pay: '100.00', previous_tax: '20.00' },
    { pay: 100_00, tax: 20_00 },
  ],
])('%s', (_, of, notice, expected) => {
  expect(previousOf(of, notice, this_year)).toEqual(expected)
})
