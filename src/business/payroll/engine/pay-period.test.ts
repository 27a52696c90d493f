/** Published rows of tax weeks and months (payroll.md, "Tax periods"). */
import { expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { taxYearName } from '../../shared/tax-year-start.rules.ts'
import { payPeriod } from './pay-period.rules.ts'

test.each([
  ['2021-04-06', 1],
  ['2022-05-05', 5],
  ['2018-05-15', 6],
  ['2021-12-31', 39],
  ['2020-01-05', 40],
  ['2021-01-06', 40],
  ['2021-02-15', 46],
  ['2022-03-20', 50],
  ['2022-04-03', 52],
  ['2022-04-05', 53],
  ['2023-04-04', 52],
  ['2023-04-05', 53],
  ['2024-04-05', 53],
])('%s is in tax week %i', (pay_day, no) => {
  const period = payPeriod(day(pay_day), 'week')
  expect(period.period_number).toBe(no)
  expect(period.start_date <= pay_day && pay_day <= period.end_date).toBe(true)
})

test.each([
  ['2021-04-06', 1],
  ['2022-05-05', 1],
  ['2018-05-06', 2],
  ['2021-12-31', 9],
  ['2020-01-05', 9],
  ['2021-01-06', 10],
  ['2021-02-15', 11],
  ['2022-03-20', 12],
  ['2022-04-05', 12],
])('%s is in tax month %i', (pay_day, no) => {
  const period = payPeriod(day(pay_day), 'month')
  expect(period.period_number).toBe(no)
  expect(period.start_date <= pay_day && pay_day <= period.end_date).toBe(true)
})

test('tax year: ends on 5 April whatever the period; payroll’s own number wins', () => {
  expect(payPeriod(day('2022-04-05'), 'week')).toEqual({
    tax_year: 2021,
    period_number: 53,
    start_date: '2022-04-05',
    end_date: '2022-04-05',
  })
  expect(payPeriod(day('2022-04-06'), 'month')).toMatchObject({ tax_year: 2022, end_date: '2022-05-05' })
  expect(payPeriod(day('2026-06-05'), 'week', 8)).toEqual({
    tax_year: 2026,
    period_number: 8,
    start_date: '2026-05-25',
    end_date: '2026-05-31',
  })
  expect(payPeriod(day('2026-06-05'), 'week', 56)).toMatchObject({
    start_date: '2027-04-05',
    end_date: '2027-04-05',
  })
})

test.each([
  [2025, '2025-26'],
  [2099, '2099-00'],
])('the tax year that begins in %s is called %s', (year, name) => {
  expect(taxYearName(year)).toBe(name)
})
