import { expect, test } from 'vitest'
import { GBP, parseMoney } from './money.ts'
import { amountFault, rateFault } from './plausible.ts'
import { rate } from './rate.ts'

const positive = 'Needs Positive Number'
const max = 'Max number is reached'

test.each([
  ['receipt', '0', positive],
  ['receipt', '-0.01', positive],
  ['receipt', '100000000', null],
  ['receipt', '100000000.01', max],
  ['bank_line', '-100000000', null],
  ['bank_line', '-100000000.01', max],
  ['credit_limit', '0', null],
  ['credit_limit', '-1', positive],
  ['placement_fee', '1000000.01', max],
  ['expense_line', '100000.01', max],
  ['fixed_fee', '10000', null],
  ['fixed_fee', '10000.01', max],
] as const)('an amount of a %s, %s: %s', (kind, text, fault) => {
  expect(amountFault(parseMoney(text, GBP), kind)).toBe(fault)
})

test.each([
  ['hourly', '0', positive],
  ['hourly', '-20', positive],
  ['hourly', '0.0001', null],
  ['hourly', '1000', null],
  ['hourly', '1000.0001', max],
  ['daily', '10000', null],
  ['daily', '10000.0001', max],
  ['monthly', '100000.0001', max],
  ['custom', '100000', null],
] as const)('a rate, %s %s: %s', (unit, text, fault) => {
  expect(rateFault(rate(text), unit)).toBe(fault)
})
