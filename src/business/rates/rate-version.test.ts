import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, day, eachDay } from '#kernel/day.ts'
import { type Percent4, percent, type Rate4, rate, toNumericText } from '#kernel/rate.ts'
import {
  baseOf,
  holidayOfText,
  holidayPay,
  holidayPayErrors,
  holidayText,
  paidAfter,
  readHolidayPay,
} from './holiday-pay.rules.ts'
import type { RateVersion } from './rate-version.rules.ts'
import {
  addVersion,
  areRelated,
  compareRateNames,
  coverageGaps,
  gapMessage,
  isInForce,
  missingRateErrors,
  rateNameErrors,
  rateOn,
  ratePairErrors,
} from './rate-version.rules.ts'

/** `'a 2026-01-01..2026-03-31'`; an open end is left out. */
function version(text: string, change: Partial<RateVersion> = {}): RateVersion {
  const [id = '', dates = ''] = text.split(' ')
  const [from = '', to] = dates.split('..')
  return {
    id,
    name: 'Standard',
    group_id: 'g',
    sub_type: 'contractor_rate',
    value_text: 'hourly',
    value_numeric: rate('20'),
    effective_from: day(from),
    effective_to: to ? day(to) : null,
    ...change,
  }
}

const show = (versions: readonly RateVersion[]) =>
  versions.map((v) => `${v.id} ${v.effective_from}..${v.effective_to ?? ''}`)

test.each([
  // case                     existing                        fresh                         result
  [
    'closes an open one',
    ['a 2026-01-01..'],
    'n 2026-04-01..',
    ['a 2026-01-01..2026-03-31', 'n 2026-04-01..'],
  ],
  [
    'closes one that ends later',
    ['a 2026-01-01..2026-12-31'],
    'n 2026-04-01..2026-06-30',
    ['a 2026-01-01..2026-03-31', 'n 2026-04-01..2026-06-30'],
  ],
  [
    'leaves one that ended',
    ['a 2026-01-01..2026-03-31'],
    'n 2026-04-01..',
    ['a 2026-01-01..2026-03-31', 'n 2026-04-01..'],
  ],
  ['drops a covered one', ['a 2026-05-01..2026-06-30'], 'n 2026-04-01..', ['n 2026-04-01..']],
  ['drops one of the same dates', ['a 2026-04-01..'], 'n 2026-04-01..', ['n 2026-04-01..']],
  [
    'moves one that outlives it',
    ['a 2026-05-01..'],
    'n 2026-04-01..2026-06-30',
    ['a 2026-07-01..', 'n 2026-04-01..2026-06-30'],
  ],
  [
    'all at once',
    ['a 2026-01-01..2026-04-15', 'b 2026-04-16..2026-04-20', 'c 2026-04-21..'],
    'n 2026-04-10..2026-04-30',
    ['a 2026-01-01..2026-04-09', 'c 2026-05-01..', 'n 2026-04-10..2026-04-30'],
  ],
])('a new version %s', (_case, existing, fresh, result) => {
  expect(
    show(
      addVersion(
        existing.map((text) => version(text)),
        version(fresh),
      ).versions,
    ),
  ).toEqual(result)
})

test('lists the rows to write', () => {
  const change = addVersion(
    ['a 2026-01-01..', 'b 2026-06-01..2026-06-30'].map((text) => version(text)),
    version('n 2026-04-01..'),
  )
  expect(change.closed).toEqual([{ id: 'a', effective_to: '2026-03-31' }])
  expect(change.dropped).toEqual(['b'])
  expect(change.moved).toEqual([])
})

test('other names, groups and sides are left alone', () => {
  const others = [
    version('a 2026-01-01..', { name: 'Overtime' }),
    version('b 2026-01-01..', { group_id: 'h' }),
    version('c 2026-01-01..', { sub_type: 'client_rate' }),
  ]
  expect(addVersion(others, version('n 2026-04-01..')).versions.slice(0, 3)).toEqual(others)
})

test('I9: after any sequence of new versions no day has two', () => {
  const step = fc.record({ from: fc.nat(60), length: fc.option(fc.nat(40)) })
  const first = day('2026-01-01')
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let versions: readonly RateVersion[] = []
      steps.forEach(({ from, length }, i) => {
        const effective_from = addDays(first, from)
        const effective_to = length === null ? null : addDays(effective_from, length)
        const fresh = { ...version(`v${i} 2026-01-01..`), effective_from, effective_to }
        versions = addVersion(versions, fresh).versions
        expect(versions.at(-1)).toEqual(fresh)
      })
      for (const on of eachDay(first, addDays(first, 110))) {
        expect(versions.filter((one) => isInForce(one, on)).length).toBeLessThanOrEqual(1)
      }
      for (const one of versions)
        expect(one.effective_to === null || one.effective_to >= one.effective_from).toBe(true)
    }),
  )
})

test('rates of one name, group and sub type are related while their dates overlap', () => {
  const daily = version('b 2026-03-01..', { value_text: 'daily' })
  expect(areRelated(version('a 2026-01-01..'), daily)).toBe(true)
  expect(areRelated(version('a 2026-01-01..2026-02-28'), daily)).toBe(false)
})

test('finds the version in force on a day', () => {
  const versions = [version('a 2026-01-01..2026-03-31'), version('b 2026-04-01..')]
  expect(rateOn(versions, 'g', 'contractor_rate', day('2026-03-31'))?.id).toBe('a')
  expect(rateOn(versions, 'g', 'contractor_rate', day('2026-04-01'))?.id).toBe('b')
  expect(rateOn(versions, 'g', 'contractor_rate', day('2025-12-31'))).toBeNull()
  expect(rateOn(versions, 'g', 'client_rate', day('2026-04-01'))).toBeNull()
})

test('the pair is checked under the field that was edited', () => {
  const [low, high] = [rate('20'), rate('25')]
  expect(ratePairErrors(high, low, 'contractor_rate')).toEqual({
    contractor_rate: 'Contractor rate should be less than Client rate',
  })
  expect(ratePairErrors(high, low, 'client_rate')).toEqual({
    client_rate: 'Client rate should be greater than Contractor rate',
  })
  expect(ratePairErrors(low, high, 'client_rate')).toEqual({})
  expect(ratePairErrors(low, low, 'client_rate')).toEqual({})
})

test('names: unique, Standard first', () => {
  const [standard, night] = [
    { name: 'Standard', unit_type: 'hourly' },
    { name: 'Night', unit_type: 'hourly' },
  ]
  expect(rateNameErrors([standard, night])).toEqual({})
  expect(
    rateNameErrors([
      standard,
      night,
      { name: ' standard', unit_type: 'daily' },
      { name: '', unit_type: 'hourly' },
      { name: 'NIGHT', unit_type: 'hourly' },
    ]),
  ).toEqual({
    'rates.2.name': 'Rate name already exists',
    'rates.3.name': 'Mandatory',
    'rates.4.name': 'Rate Name Already Exists',
  })
  expect(['Night', 'Standard', 'Bank holiday'].sort(compareRateNames)).toEqual([
    'Standard',
    'Bank holiday',
    'Night',
  ])
})

test('holiday pay of 12.07 % on 20.00 is 2.4140, rolled up 22.4140', () => {
  const rolled = holidayPay(rate('20'), percent('12.07'), 'rolled_up_holiday')
  expect([toNumericText(rolled.holiday_pay_rate), toNumericText(rolled.total_rate)]).toEqual([
    '2.4140',
    '22.4140',
  ])
  expect(toNumericText(holidayPay(rate('20'), percent('12.07'), 'retained_holiday').total_rate)).toBe(
    '20.0000',
  )
  expect(holidayPayErrors(percent('12.07'))).toEqual({})
  expect(holidayPayErrors(percent('12.0699'))).toEqual({
    holiday_pay_percent: 'Value must be 12.07% or higher to meet legal statutory holiday entitlement.',
  })
})

test('holiday pay of 12.07 % on 13.37 is 1.6138, rolled up 14.9838; the rate alone is read back exactly', () => {
  const allowance = percent('12.07')
  const paid = holidayPay(rate('13.37'), allowance, 'rolled_up_holiday')
  expect([toNumericText(paid.holiday_pay_rate), toNumericText(paid.total_rate)]).toEqual([
    '1.6138',
    '14.9838',
  ])
  expect(toNumericText(baseOf(paid.total_rate, { type: 'rolled_up_holiday', allowance }))).toBe('13.3700')
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9_999_999 }),
      fc.integer({ min: 120_700, max: 1_000_000 }),
      (b, p) => {
        const [base, share] = [b as Rate4, p as Percent4] // Scaled whole numbers.
        for (const type of ['rolled_up_holiday', 'retained_holiday'] as const)
          expect(baseOf(holidayPay(base, share, type).total_rate, { type, allowance: share })).toBe(base)
      },
    ),
  )
})

test.each([
  ['', '', { pay: null }],
  ['', '12.07', { errors: { holiday_pay_type: 'Mandatory' } }],
  ['retained_holiday', ' ', { errors: { holiday_pay_percent: 'Mandatory' } }],
  [
    'retained_holiday',
    '12',
    { errors: { holiday_pay_percent: expect.stringContaining('12.07% or higher') } },
  ],
  ['rolled_up_holiday', '101', { errors: { holiday_pay_percent: 'Max number is reached' } }],
  ['rolled_up_holiday', 'some', { errors: { holiday_pay_percent: expect.any(String) } }],
  ['rolled_up_holiday', '12.07', { pay: { type: 'rolled_up_holiday', allowance: percent('12.07') } }],
])('a holiday allowance of type %j and percent %j', (holiday_pay_type, holiday_pay_percent, expected) => {
  expect(readHolidayPay({ holiday_pay_type, holiday_pay_percent })).toEqual(expected)
})

const client = (text: string) => version(text, { sub_type: 'client_rate' })

test.each([
  // case, versions, gaps
  [
    'two versions cover one',
    [version('a 2026-11-02..'), client('b 2026-11-02..2026-12-13'), client('c 2026-12-14..')],
    [],
  ],
  [
    'a client rate that ends too early',
    [version('a 2026-11-02..2026-12-31'), client('b 2026-11-02..2026-11-30')],
    ['No client rate covers 01/12/2026 to 31/12/2026'],
  ],
  [
    'a hole between two, and no contractor rate at first',
    [version('a 2026-11-09..'), client('b 2026-11-02..2026-11-30'), client('c 2026-12-14..')],
    ['No client rate covers 01/12/2026 to 13/12/2026', 'No contractor rate covers 02/11/2026 to 08/11/2026'],
  ],
  ['no client rate at all', [version('a 2026-11-02..')], ['No client rate covers 02/11/2026 and after']],
  [
    'another kind of work covers nothing',
    [
      version('a 2026-11-02..2026-11-08'),
      version('b 2026-11-02..', { sub_type: 'client_rate', group_id: 'h' }),
    ],
    ['No client rate covers 02/11/2026 to 08/11/2026', 'No contractor rate covers 02/11/2026 and after'],
  ],
])('coverage: %s', (_case, versions, says) => {
  expect(coverageGaps(versions).map(gapMessage)).toEqual(says)
})

test('another allowance keeps the rate without it; a request holds an allowance as text', () => {
  const pay = (type: 'rolled_up_holiday' | 'retained_holiday', share: string) => ({
    type,
    allowance: percent(share),
  })
  const rolled = pay('rolled_up_holiday', '12.07')
  expect(paidAfter(rate('22.4140'), rolled, pay('rolled_up_holiday', '13'))).toBe(rate('22.6'))
  expect(paidAfter(rate('22.4140'), rolled, pay('retained_holiday', '12.07'))).toBe(rate('20'))
  expect(paidAfter(rate('22.4140'), rolled, null)).toBe(rate('20'))
  expect(paidAfter(rate('20'), null, rolled)).toBe(rate('22.4140'))
  expect(holidayText(rolled)).toBe('rolled_up_holiday 12.0700')
  expect(holidayOfText(holidayText(rolled))).toEqual(rolled)
  expect([holidayText(null), holidayOfText(null)]).toEqual([null, null])
})

test('rates of a form that are not typed are mandatory, all at once', () => {
  const typed = { contractor_rate: '20', client_rate: '25' }
  expect(
    missingRateErrors([typed, { ...typed, client_rate: ' ' }, { contractor_rate: '', client_rate: '' }]),
  ).toEqual({
    'rates.1.client_rate': 'Mandatory',
    'rates.2.contractor_rate': 'Mandatory',
    'rates.2.client_rate': 'Mandatory',
  })
})
