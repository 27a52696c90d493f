import { expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { formatMoney, GBP } from '#kernel/money.ts'
import type { PayrollSheet } from './payroll-adjustment.rules.ts'
import { changesOf, knownOn, payDayFault } from './payroll-adjustment.rules.ts'
import { readFigures } from './payroll-figure.rules.ts'

const first: PayrollSheet = {
  version: 1,
  refinement_id: null,
  refined_on: null,
  is_difference: false,
  is_reduction: false,
  former: null,
}
const refined: PayrollSheet = {
  ...first,
  version: 2,
  refinement_id: 'r',
  refined_on: day('2025-06-23'),
  former: { pay_day: day('2025-06-20'), gross_pay: '100.00', net_pay: '80.00', cost: '15.00' },
}
const figures = (gross_pay: string, net_pay: string, more: object = {}) => ({
  pay_day: '2025-06-27',
  gross_pay,
  holiday_pay: '0',
  income_tax: '0',
  employee_ni: '0',
  employee_pension: '0',
  student_loan: '0',
  other_deductions: '0',
  net_pay,
  employer_ni: '0',
  employer_pension: '0',
  apprenticeship_levy: '0',
  holiday_pay_retained: '0',
  ...more,
})

test.each([
  ['2025-06-20', '2025-06-23', 'Should be after 20/06/2025'],
  ['2025-06-21', '2025-06-23', null],
  // Payroll has not run yet: the same run can pay the right amount.
  ['2025-06-20', '2025-06-19', null],
  ['2025-06-19', '2025-06-19', null],
])('a correction paid on %s, asked on %s: %s', (pay_day, today, said) => {
  const days = { books_begin: day('2025-04-06'), today: day(today) }
  expect(payDayFault(refined, day(pay_day), days)).toBe(said)
  expect(payDayFault(first, day(pay_day), days)).toBeNull()
  expect(payDayFault(first, day('2025-04-05'), days)).toBe('Should be after 05/04/2025')
})

test('adjustment: present pay less former pay; a difference is its own adjustment', () => {
  const read = readFigures(
    figures('90.00', '74.00', { income_tax: '16.00', employer_ni: '13.50' }),
    GBP,
    day('2025-06-08'),
  )
  expect(read.errors).toEqual({})
  const told = (sheet: PayrollSheet) => {
    const changes = changesOf(sheet, read.figures, GBP)
    return changes && Object.values(changes).map(formatMoney)
  }
  expect(told(first)).toBeNull()
  expect(told(refined)).toEqual(['-10.00', '-6.00', '-1.50'])
  expect(told({ ...refined, is_difference: true })).toEqual(['90.00', '74.00', '13.50'])
})

test('a correction long after the week is paid within a quarter of the correction', () => {
  expect(knownOn(refined, day('2025-06-08'))).toBe('2025-06-23')
  expect(knownOn(first, day('2025-06-08'))).toBe('2025-06-08')
})

test('deduction: negative figures, except tax and its effect on net', () => {
  const errorsOf = (more: object) =>
    readFigures(figures('-10.00', '2.00', { income_tax: '-12.00', ...more }), GBP, day('2025-06-08'), true)
      .errors
  expect(errorsOf({})).toEqual({})
  expect(errorsOf({ employer_ni: '1.00' })).toEqual({ employer_ni: 'Needs Negative Number' })
  expect(errorsOf({ holiday_pay: '-10.01' })).toEqual({
    figures: 'Holiday pay is part of gross pay and cannot be more',
  })
})
