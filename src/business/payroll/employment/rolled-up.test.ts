import { expect, test } from 'vitest'
import { GBP, parseMoney } from '#kernel/money.ts'
import { percent, rate, units } from '#kernel/rate.ts'
import type { PayElement } from '../engine/pay-element.rules.ts'
import { holidayWithin, rolledUpFaults, withHolidayApart } from './rolled-up.rules.ts'

const share = percent('12.07')
const pence = (pounds: string) => parseMoney(pounds, GBP).minor

test.each([
  // money.md, example 4: 40 hours at £20.00 with 12.07 % of holiday.
  ['896.56', '96.56'],
  ['-896.56', '-96.56'],
  ['0.00', '0.00'],
  // Never less than the legal share of the rest.
  ['10.00', '1.08'],
])('rolled up: of £%s, £%s is holiday', (pay, holiday) => {
  expect(holidayWithin(pence(pay), share) + 0).toBe(pence(holiday))
})

test('rolled up: a line of its own, which counts for no hours', () => {
  const work: PayElement = {
    kind: 'basic',
    amount: pence('896.56'),
    hours: units('40'),
    rate: rate('22.4140'),
    taxable: true,
    niable: true,
    pensionable: true,
    nmw: true,
    timesheet_id: 'week',
  }
  const [basic, holiday, ...more] = withHolidayApart(work, pence('96.56'), share)
  expect(basic).toMatchObject({
    kind: 'basic',
    amount: pence('800.00'),
    hours: units('40'),
    rate: rate('20'),
    nmw: true,
  })
  expect(holiday).toMatchObject({
    kind: 'holiday',
    amount: pence('96.56'),
    nmw: false,
    timesheet_id: 'week',
    note: { name: 'Holiday pay', text: 'rolled up, 12.07% of £800.00' },
  })
  expect(holiday?.hours).toBeUndefined()
  expect(more).toEqual([])
  expect(withHolidayApart(work, 0, share)).toEqual([work])
})

test.each([
  ['', true, {}],
  ['12.07', true, {}],
  [
    '12.06',
    true,
    {
      rolled_up_percent: 'Value must be 12.07% or higher to meet legal statutory holiday entitlement.',
    },
  ],
  ['12.07', false, { rolled_up_percent: 'Holiday pay is rolled up only for workers with irregular hours' }],
  ['a lot', true, { rolled_up_percent: 'Only numbers are allowed' }],
])('allowance of %s, irregular hours %s', (typed, is_irregular, faults) => {
  expect(Object.keys(rolledUpFaults(typed, is_irregular))).toEqual(Object.keys(faults))
  if (typed.startsWith('1')) expect(rolledUpFaults(typed, is_irregular)).toEqual(faults)
})
