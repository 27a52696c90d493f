import { expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { taxYearStart } from '../../shared/tax-year-start.rules.ts'
import { leftAfterDeductions, payslip_amounts, payslipLines } from './payslip.rules.ts'

const slip = (amounts: object) =>
  ({ ...Object.fromEntries(payslip_amounts.map((field) => [field, 0])), ...amounts }) as Parameters<
    typeof leftAfterDeductions
  >[0]

test.each([
  ['2026-04-05', '2025-04-06'],
  ['2026-04-06', '2026-04-06'],
  ['2026-12-31', '2026-04-06'],
  ['2027-01-01', '2026-04-06'],
])('the tax year of %s began on %s', (of, start) => {
  expect(taxYearStart(day(of))).toBe(start)
})

test('deductions reduce pay; holiday is included; employer costs deduct nothing', () => {
  const one = slip({
    gross_pay: 100_000,
    holiday_pay: 12_070,
    income_tax: 15_000,
    employee_ni: 6_000,
    employee_pension: 4_000,
    student_loan: 1_000,
    employer_ni: 13_000,
  })
  expect(leftAfterDeductions(one)).toBe(74_000)
})

test('lines without any amount: left out; gross and net always shown', () => {
  expect(payslipLines([slip({})]).map(({ field }) => field)).toEqual(['gross_pay', 'net_pay'])
  expect(payslipLines([slip({}), slip({ student_loan: 1 })]).map(({ field }) => field)).toEqual([
    'gross_pay',
    'student_loan',
    'net_pay',
  ])
})
