/** Weeks and months of pay days (payroll.md, more published rows 8), and costs of single work (§2.13). */
import { describe, expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { pay, qualifying, run, worker, year } from '#test/payroll/sample-worker.ts'
import { marginalCosts } from './marginal-costs.rules.ts'
import { isLastPeriod, tablePeriod, weeksFromAppointment } from './table-period.rules.ts'
import type { WageFrequency } from './tax-period.rules.ts'

describe('published tax periods', () => {
  test.each<[WageFrequency, string, number]>([
    ['month', '2021-04-06', 1],
    ['month', '2022-05-05', 1],
    ['month', '2018-05-06', 2],
    ['month', '2021-12-31', 9],
    ['month', '2020-01-05', 9],
    ['month', '2021-01-06', 10],
    ['month', '2021-02-15', 11],
    ['month', '2022-03-20', 12],
    ['month', '2022-04-05', 12],
    ['week', '2021-04-06', 1],
    ['week', '2022-05-05', 5],
    ['week', '2018-05-15', 6],
    ['week', '2021-12-31', 39],
    ['week', '2020-01-05', 40],
    ['week', '2021-01-06', 40],
    ['week', '2021-02-15', 46],
    ['week', '2022-03-20', 50],
    ['week', '2022-04-03', 52],
    ['week', '2022-04-05', 53],
    ['week', '2023-04-04', 52],
    ['week', '2023-04-05', 53],
    ['week', '2024-04-05', 53],
    ['fortnight', '2022-05-05', 6],
    ['fortnight', '2020-01-05', 40],
    ['fortnight', '2022-04-05', 54],
    ['fortnight', '2023-05-18', 8],
    ['four_week', '2022-05-05', 8],
    ['four_week', '2018-06-01', 12],
    ['four_week', '2022-04-05', 56],
    ['four_week', '2023-11-16', 36],
  ])('%s, %s: %i', (frequency, pay_day, period) => {
    expect(tablePeriod(day(pay_day), frequency)).toBe(period)
  })
})

test('a director appointed in week 5 has 48 weeks of thresholds, one of an earlier year all', () => {
  const pay_day = day('2026-09-04')
  expect(weeksFromAppointment(day('2026-05-05'), pay_day)).toBe(48)
  expect(weeksFromAppointment(day('2020-05-05'), pay_day)).toBe(52)
  expect(weeksFromAppointment(day('2027-04-05'), day('2027-04-05'))).toBe(1)
  expect([isLastPeriod(52, 'week'), isLastPeriod(11, 'month'), isLastPeriod(12, 'month')]).toEqual([
    true,
    false,
    true,
  ])
})

test('costs of work at two clients: the order decides who gets the threshold, and the sum is exact', () => {
  const state = { ...worker, pension: qualifying, charges_levy: true }
  const [x, y] = [pay(500, { timesheet_id: 'x' }), pay(300, { timesheet_id: 'y' })]
  expect(marginalCosts(year, state, run(1, []), [x])).toEqual({ ni: 6060, pension: 1140, levy: 250 })
  expect(marginalCosts(year, state, run(1, [x]), [y])).toEqual({ ni: 4500, pension: 900, levy: 150 })
  expect(marginalCosts(year, state, run(1, []), [x, y])).toEqual({ ni: 10_560, pension: 2040, levy: 400 })
})
