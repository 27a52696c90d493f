import { expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { percent } from '#kernel/rate.ts'
import { adjustFault, holidayFaults } from '../holiday/holiday.rules.ts'
import { holidayDue } from '../holiday/holiday-due.rules.ts'
import {
  accrualsOf,
  correctedOn,
  correctedWhy,
  retainedFaults,
  retainedOn,
  retainedWhy,
} from './retained.rules.ts'

const share = percent('12.07')
const HOUR = 10_000
const work = (id: string, pounds: number, hours: number, more: object = {}) => ({
  timesheet_id: id,
  start_date: day('2026-06-01'),
  corrects: null,
  retained: {
    principal_id: 'provider',
    share,
    pay: pounds * 100,
    amount: retainedOn(pounds * 100, share),
    worked: hours * HOUR,
    why: retainedWhy(pounds * 100, share),
  },
  ...more,
})

test('accrual: money with each timesheet, and whole hours of the period together', () => {
  const rows = accrualsOf([work('a', 800, 40), work('b', 160, 8), work('c', 60, 3)], new Map(), 0)
  expect(rows.map(({ hours, amount, sentence }) => [hours / HOUR, amount, sentence])).toEqual([
    [5, 96_56, '12.07% of £800.00 is £96.56, and of 40 hours 4.828, in whole hours 5'],
    [
      1,
      19_32,
      '12.07% of £160.00 is £19.32, and of 48 hours of the period 5.7936, in whole hours 6, of which 5 came with other work',
    ],
    [
      0,
      7_25,
      '12.07% of £60.00 is £7.25, and of 51 hours of the period 6.1557, in whole hours 6, of which 6 came with other work',
    ],
  ])
})

test('accrual: 28 days a year are the most hours, and money goes on', () => {
  const [row] = accrualsOf([work('a', 800, 40)], new Map(), 208 * HOUR)
  expect([row?.hours, row?.amount]).toEqual([2 * HOUR, 96_56])
  expect(row?.sentence).toContain('28 days a year are the most, so 2')
})

test('accrual: a correction changes money in the proportion of the pay, and hours from those counted', () => {
  const before = { gross: 800_00, retained: 96_56 }
  const retained = {
    ...work('a', -100, 35).retained,
    pay: -100_00,
    amount: correctedOn(-100_00, before),
    why: correctedWhy(-100_00, before),
  }
  const counted = new Map([['a', { worked: 40 * HOUR, hours: 5 * HOUR }]])
  expect(accrualsOf([work('a', 0, 0, { corrects: day('2026-06-05'), retained })], counted, 0)).toMatchObject([
    { kind: 'corrected', hours: -HOUR, amount: -12_07, worked: -5 * HOUR },
  ])
  expect(correctedOn(-800_00, before)).toBe(-96_56)
})

const fund = {
  hours: 12 * HOUR,
  held: 165_60,
  principal_id: 'provider',
  average: { pay: 8_000_00, worked: 400 * HOUR },
}
const days = (hours: number) => ({
  id: 'h',
  first_day: day('2026-08-24'),
  last_day: day('2026-08-28'),
  hours: hours * HOUR,
})
const still = { has_left: false, accruals: [] }

test('holiday: paid at the average, out of the fund as far as it holds, and not beyond the hours', () => {
  expect(holidayDue(fund, [days(12)], still)).toMatchObject({
    elements: [{ kind: 'holiday', amount: 240_00 }],
    payments: [
      {
        kind: 'taken',
        paid: 240_00,
        released: 165_60,
        sentence:
          '24/08/2026 to 28/08/2026, 12 hours at the average of £8,000.00 for 400 hours: £240.00; £74.40 more than is held, which the agency bears',
      },
    ],
    notes: [],
  })
  expect(holidayDue(fund, [days(13)], still).notes).toEqual([
    'The holiday of 24/08/2026 to 28/08/2026 is not paid: Only 12 hours are held',
  ])
  expect(holidayDue({ ...fund, average: { pay: 0, worked: 0 } }, [days(1)], still)).toMatchObject({
    payments: [],
    notes: [expect.stringContaining('no paid work to take the average of')],
  })
})

test('leaving: all that is left, with the accruals of the last payslip, and at least what is held', () => {
  const accruals = accrualsOf([work('a', 800, 40)], new Map(), 0)
  expect(holidayDue(fund, [], { has_left: true, accruals }).payments).toMatchObject([
    { kind: 'paid_on_leaving', hours: 17 * HOUR, paid: 340_00, released: 262_16 },
  ])
  expect(holidayDue({ ...fund, hours: 0 }, [], { has_left: true, accruals: [] }).payments).toMatchObject([
    {
      hours: 0,
      paid: 165_60,
      released: 165_60,
      sentence: 'Holiday left at leaving, all that is held: £165.60',
    },
  ])
  // Corrected below nothing after its holiday was paid.
  expect(
    holidayDue({ ...fund, hours: -HOUR, held: -5_00 }, [], { has_left: true, accruals: [] }).payments,
  ).toEqual([])
})

test('refusals: allowance, days, hours and adjustments', () => {
  expect(retainedFaults('12', '')).toEqual({
    retained_percent: 'Value must be 12.07% or higher to meet legal statutory holiday entitlement.',
  })
  expect(retainedFaults('12.07', '')).toEqual({})
  const asked = {
    first_day: day('2026-08-24'),
    last_day: day('2026-08-28'),
    hours: 12 * HOUR,
    start_date: day('2026-06-01'),
    leave_date: null,
    free: 12 * HOUR,
    overlaps: false,
    worked_on: null,
    today: day('2026-08-01'),
  }
  expect(holidayFaults(asked)).toEqual({})
  for (const [change, errors] of [
    [{ hours: 13 * HOUR }, { hours: 'Only 12 hours are held' }],
    [{ hours: 0 }, { hours: 'Needs Positive Number' }],
    [{ last_day: day('2026-08-20') }, { last_day: 'Should be after 23/08/2026' }],
    [{ first_day: day('2026-05-30') }, { first_day: 'Should be after 31/05/2026' }],
    [{ leave_date: day('2026-08-26') }, { last_day: 'Should be before 27/08/2026' }],
    [{ overlaps: true }, { first_day: 'Cannot reuse this date' }],
    [{ worked_on: day('2026-08-24') }, { first_day: 'There is work on 24/08/2026' }],
  ] as const)
    expect(holidayFaults({ ...asked, ...change })).toEqual(errors)
  expect(adjustFault(-13 * HOUR, 12 * HOUR)).toBe('Only 12 hours are held')
  expect(adjustFault(0, 0)).toBe('Mandatory')
  expect(adjustFault(2_000 * HOUR, 0)).toBe('Max number is reached')
})
