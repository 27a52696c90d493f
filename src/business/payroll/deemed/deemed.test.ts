import { expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { calculate } from '../engine/calculate.rules.ts'
import type { EmploymentState } from '../engine/employment-state.rules.ts'
import { nothing_yet } from '../engine/figures-to-date.rules.ts'
import { readTaxCode } from '../engine/tax-code.rules.ts'
import { year_2026_27 as year } from '../years/tax-year-2026-27.rules.ts'
import {
  companyIsPaid,
  type DeemedWork,
  deductedBy,
  deemedElement,
  deemedPayments,
  isDeductible,
  offPayrollState,
} from './deemed.rules.ts'

const bill = (fee: number, human_id = 'AB-1'): DeemedWork => ({
  invoice_id: `invoice ${human_id}`,
  human_id,
  contract_id: 'contract',
  first_day: day('2026-03-30'),
  fee,
  for_pay_day: null,
})

function stateOf(text: string): EmploymentState {
  const code = readTaxCode(text, year, false)
  if ('message' in code) throw new Error(code.message)
  return {
    code,
    frequency: 'week',
    ni_letter: 'A',
    director: null,
    loans: ['plan_2'],
    pension: null,
    orders: [],
    charges_levy: true,
    ytd: nothing_yet,
    ni_ytd_by_letter: {},
    previous: { pay: 0, tax: 0 },
  }
}

const slipOf = (state: EmploymentState, fee: number) =>
  calculate(year, state, {
    pay_day: day('2026-04-10'),
    period_number: 1,
    already_paid: [],
    earlier_parts: [],
    is_last_of_year: false,
    after_leaving: null,
    elements: [deemedElement(bill(fee))],
  })

test.each([
  // Code, fee, tax, National Insurance, employer's National Insurance, levy, paid with 20 % VAT.
  ['1257L', 2500_00, 758_20, 88_66, 360_60, 12_50, 2153_14],
  ['1257L', 100_00, 0, 0, 60, 50, 120_00],
  ['BR', 600_00, 120_00, 28_64, 75_60, 3_00, 571_36],
])('%s on a fee of %i pence', (code, fee, tax, ni, employer_ni, levy, paid) => {
  const { deductions, employer, net } = slipOf(offPayrollState(stateOf(code)), fee)
  expect(deductions).toMatchObject({ income_tax: tax, employee_ni: ni, student_loan: 0, employee_pension: 0 })
  expect(employer).toMatchObject({ ni: employer_ni, levy, pension: 0 })
  expect(net).toBe(fee - tax - ni)
  expect(companyIsPaid({ total: (fee * 6) / 5, income_tax: tax, employee_ni: ni })).toBe(paid)
})

test('deemed pay: without the rule, a loan would be deducted', () => {
  expect(slipOf(stateOf('1257L'), 2500_00).deductions.student_loan).toBeGreaterThan(0)
})

test.each([
  { fees: [2500_00], income_tax: 758_20, employee_ni: 88_66 },
  { fees: [100_01, 200_02, 300_03], income_tax: 71_60, employee_ni: 28_65 },
  { fees: [33_33, 33_33, 33_34], income_tax: -217_01, employee_ni: 1 },
  { fees: [1, 1, 1], income_tax: -1, employee_ni: 2 },
])('parts of $fees add up to the deduction', ({ fees, income_tax, employee_ni }) => {
  const parts = deemedPayments(
    fees.map((fee, i) => bill(fee, `AB-${i}`)),
    { income_tax, employee_ni },
  )
  const sum = (of: (part: (typeof parts)[number]) => number) => parts.reduce((all, one) => all + of(one), 0)
  expect(sum((one) => one.income_tax)).toBe(income_tax)
  expect(sum((one) => one.employee_ni)).toBe(employee_ni)
  // No self-bill is settled by less than nothing while another is settled by more.
  const signs = new Set(parts.map((one) => Math.sign(deductedBy(one))).filter((sign) => sign !== 0))
  expect(signs.size).toBeLessThanOrEqual(1)
})

test.each([
  ['whole and released', {}, true],
  ['not released', { payable: 0 }, false],
  ['released in part', { payable: 1000_00 }, false],
  ['paid in part', { paid: 1, outstanding: 2999_99, payable: 2999_99 }, false],
  ['credit of other work took its VAT', { outstanding: 2500_00, payable: 2500_00 }, true],
  ['credit left too little', { outstanding: 1499_99, payable: 1499_99 }, false],
  ['no fee', { fee: 0 }, false],
])('a self-bill that is %s', (_, change, expected) => {
  expect(isDeductible({ fee: 2500_00, outstanding: 3000_00, paid: 0, payable: 3000_00, ...change })).toBe(
    expected,
  )
})
