import { expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { displayMoney, GBP } from '#kernel/money.ts'
import { formatPercent, percent, rate, units } from '#kernel/rate.ts'
import { feeRule } from '../../invoices/fee.rules.ts'
import { marginOf, placementUnits, typedWork, weekUnits } from './placement-margin.rules.ts'

const shown = (margin: ReturnType<typeof marginOf>) =>
  Object.fromEntries(
    Object.entries(margin).map(([name, value]) => [
      name,
      value === null ? null : typeof value === 'number' ? formatPercent(value) : displayMoney(value),
    ]),
  )
const week = {
  units: units('37.5'),
  contractor_rate: rate('20.00'),
  client_rate: rate('25.00'),
  vat_rate: percent('20'),
  currency: GBP,
  paid_by: null,
}

test('a week at 20.00 and 25.00 leaves 159.37 after a fee of 2.5 % of gross', () => {
  expect(shown(marginOf({ ...week, fee: feeRule('percent', '2.5', 'gross', GBP) }))).toEqual({
    charge: '£937.50',
    vat: '£187.50',
    pay: '£750.00',
    margin: '£187.50',
    of_charge: '20.00%',
    markup: '25.00%',
    fee: '£28.13',
    left: '£159.37',
    left_of_charge: '17.00%',
    employer: null,
  })
})

test('without a known fee rule nothing is said about what is left', () => {
  const { fee, left, left_of_charge } = marginOf({ ...week, fee: null })
  expect({ fee, left, left_of_charge }).toEqual({ fee: null, left: null, left_of_charge: null })
})

test('a rate of nothing has no share', () => {
  const free = marginOf({ ...week, contractor_rate: rate('0'), client_rate: rate('0'), fee: null })
  expect([free.of_charge, free.markup]).toEqual([null, null])
})

test.each([
  ['37.5', '20', '25', true],
  [' 37.5 ', ' 20.00 ', '25', true],
  ['', '20', '25', false],
  ['37.5', 'twenty', '25', false],
])('typed units %s at %s and %s are work: %s', (typed, contractor_rate, client_rate, isWork) => {
  expect(typedWork({ units: typed, contractor_rate, client_rate }) !== null).toBe(isWork)
})

test.each([
  ['hourly', '7.5', '37.5'],
  ['hourly', '8', '40'],
  ['hourly', 'eight', null],
  ['daily', '7.5', '5'],
  ['monthly', '7.5', '1'],
] as const)('a week of %s work with days of %s is %s', (unit_type, standard_units, week_units) => {
  expect(weekUnits(unit_type, standard_units)).toBe(week_units === null ? null : units(week_units))
})

test('a worker on payroll costs National Insurance, too: 15 % above £96 a week', () => {
  const { employer, left } = marginOf({ ...week, fee: null, paid_by: 'week' })
  expect(employer && displayMoney(employer)).toBe('£98.10')
  expect(left && displayMoney(left)).toBe('£89.40')
})

test.each([
  ['hourly', '2026-11-30', '2026-12-04', '37.5', 5],
  ['hourly', '2026-12-05', '2026-12-06', '0', 0],
  ['daily', '2026-12-02', '2026-12-15', '10', 10],
  ['daily', '2026-01-01', '2026-12-31', '261', 261],
  ['monthly', '2026-01-01', '2026-12-31', null, null],
  ['hourly', '2026-12-02', '2026-12-01', null, null],
] as const)('%s work from %s to %s is %s units on %s days', (unit_type, first, last, in_all, days) => {
  const whole = placementUnits(unit_type, '7.5', { first: day(first), last: day(last) })
  expect(whole).toEqual(in_all === null ? null : { units: units(in_all), days })
})
