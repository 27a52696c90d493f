import { describe, expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { GBP, parseMoney } from '#kernel/money.ts'
import { formatRate, units } from '#kernel/rate.ts'
import { minimumWage } from '../../rates/minimum-wage.rules.ts'
import { year_2026_27 } from '../years/tax-year-2026-27.rules.ts'
import { type BoundFacts, payrollFigureFaults } from './payroll-bounds.rules.ts'
import { type AmountField, amount_fields, type Figures } from './payroll-figure.rules.ts'

const pounds = (text: string) => parseMoney(text, GBP)
const figuresOf = (typed: Partial<Record<AmountField, string>>) =>
  Object.fromEntries(amount_fields.map((field) => [field, pounds(typed[field] ?? '0')])) as Figures
const facts: BoundFacts = {
  year: year_2026_27,
  is_reduction: false,
  tax_to_date: pounds('0'),
  hours: null,
  minimum_wage: null,
  wage_pay: null,
  client_net: null,
}
const said = (typed: Partial<Record<AmountField, string>>, more: Partial<BoundFacts> = {}) =>
  payrollFigureFaults(figuresOf(typed), { ...facts, ...more }, GBP).map(
    ({ code, field, sentence }) => `${code} ${field}: ${sentence}`,
  )

const week = { gross_pay: '848.63' }
const client_net = pounds('1000.00')

describe('payroll figures: at the bound they pass, a penny beyond they are a fault', () => {
  test.each<[AmountField, string, string, string]>([
    [
      'employer_ni',
      '127.30',
      '127.31',
      'Employer NI of £127.31 is more than the £127.30 that is possible on £848.63',
    ],
    [
      'employee_ni',
      '67.90',
      '67.91',
      'Employee NI of £67.91 is more than the £67.90 that is possible on £848.63',
    ],
    [
      'student_loan',
      '127.30',
      '127.31',
      'A student loan repayment of £127.31 is more than the £127.30 that is possible on £848.63',
    ],
    [
      'employer_pension',
      '424.32',
      '424.33',
      'Employer pension of £424.33 is more than the £424.32 that is possible on £848.63',
    ],
    [
      'apprenticeship_levy',
      '4.26',
      '4.27',
      'Apprenticeship levy of £4.27 is more than the £4.26 that is possible on £848.63',
    ],
  ])('%s', (field, most, beyond, sentence) => {
    expect(said({ ...week, [field]: most }, { client_net })).toEqual([])
    expect(said({ ...week, [field]: beyond }, { client_net })).toEqual([`P05 ${field}: ${sentence}`])
  })

  test('the rates of another year move the bounds', () => {
    const { national_insurance: ni } = year_2026_27
    const letters = { ...ni.letters, A: { employee: [1000, 200], employer: [2000, 2000, 2000] } } as const
    const year = {
      ...year_2026_27,
      national_insurance: { ...ni, letters },
      levy: { thousandths: 10, allowance: 0 },
    }
    const figures = { ...week, employer_ni: '169.73', employee_ni: '84.87', apprenticeship_levy: '8.50' }
    expect(said(figures, { client_net, year })).toEqual([])
    expect(said(figures, { client_net })).toHaveLength(3)
  })

  test('income tax: half of the pay', () => {
    expect(said({ ...week, income_tax: '424.31' })).toEqual([])
    expect(said({ ...week, income_tax: '424.32' })).toEqual([
      'P03 income_tax: Tax of £424.32 is more than half of the pay of £848.63',
    ])
  })

  test('a tax refund: the tax since 6 April', () => {
    const tax_to_date = pounds('100.00')
    expect(said({ ...week, income_tax: '-100.00' }, { tax_to_date })).toEqual([])
    expect(said({ ...week, income_tax: '-100.01' }, { tax_to_date })).toEqual([
      'P03 income_tax: A tax refund of £100.01 is more than the tax of £100.00 since 6 April',
    ])
  })

  test('pay an hour without holiday pay: the minimum wage', () => {
    const worked = { hours: units('40'), minimum_wage: minimumWage(null, day('2026-05-04')) }
    expect(said({ gross_pay: '600.00', holiday_pay: '91.60' }, worked)).toEqual([])
    expect(said({ gross_pay: '600.00', holiday_pay: '91.61' }, worked)).toEqual([
      'P04 gross_pay: £12.7097 an hour is below the minimum wage of £12.71',
    ])
  })

  test('on-costs together: what the client is charged', () => {
    const costs = { ...week, employer_ni: '100.00', holiday_pay_retained: '900.00' }
    expect(said(costs, { client_net })).toEqual([])
    expect(said({ ...costs, holiday_pay_retained: '900.01' }, { client_net })).toEqual([
      'P06 holiday_pay_retained: The cost of this work is more than what the client is charged',
    ])
    expect(said({ ...week, holiday_pay_retained: '848.64' })).toEqual([
      'P06 holiday_pay_retained: The cost of this work is more than what the client is charged',
    ])
  })
})

test('employer NI of £99,999.00 on £848.63: one fault a field', () => {
  expect(said({ ...week, employer_ni: '99999.00' }, { client_net })).toEqual([
    'P05 employer_ni: Employer NI of £99,999.00 is more than the £127.30 that is possible on £848.63',
  ])
})

test('work that is taken off: the same bounds on what is given back', () => {
  const given_back = {
    gross_pay: '-112.07',
    income_tax: '-22.40',
    employee_ni: '-8.97',
    employer_ni: '-16.81',
  }
  expect(said(given_back, { is_reduction: true })).toEqual([])
  expect(said({ ...given_back, employer_ni: '-16.83' }, { is_reduction: true })).toEqual([
    'P05 employer_ni: Employer NI of £16.83 is more than the £16.82 that is possible on £112.07',
  ])
})

test.each([
  [null, '2025-06-02', '12.21'],
  [null, '2026-06-01', '12.71'],
  ['2005-06-02', '2026-06-01', '10.85'],
  ['2005-06-01', '2026-06-01', '12.71'],
  ['2008-06-02', '2026-06-01', '8.00'],
  ['2008-06-01', '2026-06-01', '10.85'],
  [null, '2025-03-31', null],
])('the minimum wage of a worker born %s on %s: %s', (born, on, expected) => {
  const found = minimumWage(born === null ? null : day(born), day(on))
  expect(found === null ? null : formatRate(found)).toBe(expected)
})
