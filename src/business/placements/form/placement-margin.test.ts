import { expect, test } from 'vitest'
import { displayMoney, GBP } from '#kernel/money.ts'
import { formatPercent, percent, rate, units } from '#kernel/rate.ts'
import { feeRule } from '../../invoices/fee.rules.ts'
import { marginOf, typedWork, weekUnits } from './placement-margin.rules.ts'

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
