import { expect, test } from 'vitest'
import { no_figures } from '../figures/run-figures.rules.ts'
import { slipDifferences } from './slip-differences.rules.ts'

const stored = (employment_id: string, worker: string, change: Readonly<Record<string, string>> = {}) => ({
  ...{ employment_id, contractor_id: `c-${employment_id}`, worker },
  ...{ gross_pay: '800.00', holiday_pay: '0.00', income_tax: '111.60', employee_ni: '44.64' },
  ...{ employee_pension: '0.00', student_loan: '0.00', other_deductions: '0.00', net_pay: '643.76' },
  ...{ employer_ni: '105.60', employer_pension: '0.00', apprenticeship_levy: '4.00' },
  ...change,
})
const now = (employment_id: string, worker: string, change: Readonly<Partial<typeof no_figures>> = {}) => ({
  ...{ employment_id, contractor_id: `c-${employment_id}`, worker },
  figures: {
    ...no_figures,
    ...{ gross_pay: 80000, income_tax: 11160, employee_ni: 4464, net_pay: 64376 },
    ...{ employer_ni: 10560, apprenticeship_levy: 400 },
    ...change,
  },
})

test('differences of payslips: net pay first, else the first amount that differs, none for equal amounts', () => {
  expect(
    slipDifferences(
      [stored('1', 'Ann'), stored('2', 'Bob'), stored('3', 'Cara')],
      [
        now('1', 'Ann', { net_pay: 63376, income_tax: 12160 }),
        now('2', 'Bob', { employer_ni: 0 }),
        now('3', 'Cara'),
      ],
    ),
  ).toEqual([
    { contractor_id: 'c-1', sentence: 'Ann: Net pay £643.76, now £633.76' },
    { contractor_id: 'c-2', sentence: 'Bob: Employer NI £105.60, now £0.00' },
  ])
})

test('differences of payslips: workers who are paid too, and who are paid no longer', () => {
  expect(slipDifferences([stored('1', 'Ann')], [now('2', 'Bob')])).toEqual([
    { contractor_id: 'c-2', sentence: 'Bob is paid too: net pay £643.76' },
    { contractor_id: 'c-1', sentence: 'Ann is no longer paid by this run' },
  ])
})
