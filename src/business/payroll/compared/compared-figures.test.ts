import { expect, test } from 'vitest'
import { pay, pence, run, worker, year } from '#test/payroll/sample-worker.ts'
import { calculate } from '../engine/calculate.rules.ts'
import { figuresOf } from '../figures/run-figures.rules.ts'
import { comparePayslip } from './compared-figures.rules.ts'

const slip = calculate(year, worker, run(1, [pay(600)]))
const own = figuresOf(slip)
const changed = (change: object) => comparePayslip({ ...own, ...change }, slip)
const differing = (change: object) =>
  changed(change)
    .filter(({ differs }) => differs)
    .map(({ name, difference }) => [name, difference])

test('a bureau’s payslip: equal figures agree, and each has the engine’s sentence', () => {
  const lines = changed({})
  expect(lines.map(({ name }) => name)).toEqual(['Income tax', 'Employee NI', 'Net pay', 'Employer NI'])
  expect(lines.map(({ difference }) => difference)).toEqual([0, 0, 0, 0])
  expect(lines.map(({ why }) => why)).toEqual([
    expect.stringContaining('Tax code 1257L'),
    expect.stringContaining('NI letter A'),
    'Gross pay less the deductions above',
    expect.stringContaining('NI letter A'),
  ])
})

test('a bureau’s payslip: a penny of tax, NI or pension is rounding, a penny of a loan or the levy is not', () => {
  const penny = {
    income_tax: own.income_tax + 1,
    employee_ni: own.employee_ni - 1,
    employee_pension: 1,
    employer_pension: 1,
    student_loan: 1,
    other_deductions: 1,
    apprenticeship_levy: 1,
  }
  expect(differing(penny)).toEqual([
    ['Student loan', 1],
    ['Other deductions', 1],
    ['Apprenticeship levy', 1],
  ])
  expect(differing({ income_tax: own.income_tax - 2 })).toEqual([['Income tax', -2]])
})

test('a bureau’s payslip: a figure that the engine does not have differs, with the reason', () => {
  const pension = changed({ employee_pension: pence(20) }).find(({ name }) => name === 'Employee pension')
  expect(pension).toMatchObject({
    engine: 0,
    difference: 2000,
    why: 'No pension is in force on this pay day',
  })
})
