import { describe, expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { rate } from '#kernel/rate.ts'
import {
  changedRates,
  holidayLine,
  paidRate,
  type ReadVersion,
  rowsOf,
  typedKey,
  typedRateFaults,
} from './changed-rates.rules.ts'

const version = (sub_type: ReadVersion['sub_type'], change: Partial<ReadVersion> = {}): ReadVersion => ({
  id: sub_type,
  group_id: 'g',
  name: 'Standard',
  sub_type,
  value_text: 'hourly',
  value_numeric: sub_type === 'client_rate' ? '25' : '22.414',
  value_boolean: sub_type === 'client_rate' ? null : true,
  value_jsonb_object: {
    standard_units: '8.0000',
    ...(sub_type === 'client_rate' ? {} : { holiday_pay_percent: '12.0700' }),
  },
  effective_from: day('2026-11-02'),
  effective_to: null,
  ...change,
})
const versions = [version('contractor_rate'), version('client_rate')]
const [row] = rowsOf(versions, '2026-12-01')
if (row === undefined) throw new Error('the rate has a row')
const changed = (typed: Record<string, string>) =>
  changedRates(
    [row],
    Object.fromEntries(
      Object.entries(typed).map(([field, text]) => [typedKey(row, field as 'contractor_rate'), text]), // Fields of the test.
    ),
  )

test('a rate in the form: price, holiday pay and standard day of the version in force', () => {
  expect(row).toEqual({
    group_id: 'g',
    name: 'Standard',
    unit: 'hourly',
    contractor_rate: '22.414',
    client_rate: '25.00',
    holiday_pay_type: 'rolled_up_holiday',
    holiday_pay_percent: '12.07',
    standard_units: '8',
    effective_to: '',
  })
  const [later] = rowsOf(
    [...versions, version('client_rate', { effective_from: day('2027-01-01'), value_jsonb_object: {} })].map(
      (one, i) => (i === 1 ? { ...one, effective_to: day('2026-12-31') } : one),
    ),
    '2027-01-01',
  )
  expect(later?.standard_units).toBe('')
})

test.each([
  [{}, []],
  [{ holiday_pay_percent: '12.07', contractor_rate: '22.414' }, []],
  [{ client_rate: '26' }, [{ client_rate: '26' }]],
  [{ holiday_pay_percent: '13' }, [{ holiday_pay_type: 'rolled_up_holiday', holiday_pay_percent: '13' }]],
  [
    { holiday_pay_percent: '13', contractor_rate: '22.414' },
    [{ contractor_rate: '22.414', holiday_pay_type: 'rolled_up_holiday', holiday_pay_percent: '13' }],
  ],
  [{ holiday_pay_type: '', holiday_pay_percent: '' }, [{ holiday_pay_type: null, holiday_pay_percent: '' }]],
  [{ standard_units: '' }, [{ standard_units: null }]],
  [{ standard_units: '7.5' }, [{ standard_units: '7.5' }]],
  [{ effective_to: '2026-12-13' }, [{ effective_to: '2026-12-13' }]],
])('typed %j is asked as %j', (typed, asked) => {
  expect(changed(typed)).toEqual(asked.map((one) => ({ group_id: 'g', ...one })))
})

test('the paid rate follows a new allowance unless it is typed', () => {
  const percent = { [typedKey(row, 'holiday_pay_percent')]: '13' }
  expect(paidRate(row, percent)).toBe(rate('22.6'))
  expect(holidayLine(row, percent)).toBe('holiday pay 2.6000, total rate 22.6000')
  const typed = { ...percent, [typedKey(row, 'contractor_rate')]: '22.6113' }
  expect(paidRate(row, typed)).toBe(rate('22.6113'))
  expect(holidayLine(row, typed)).toBe('holiday pay 2.6013, total rate 22.6113')
  const none = { [typedKey(row, 'holiday_pay_type')]: '', [typedKey(row, 'holiday_pay_percent')]: '' }
  expect(paidRate(row, none)).toBe(rate('20'))
  expect(holidayLine(row, none)).toBeNull()
})

describe('faults that the form finds itself', () => {
  const faults = (typed: Record<string, string>, among: readonly ReadVersion[] = versions) =>
    typedRateFaults(
      rowsOf(among, '2026-12-01'),
      Object.fromEntries(
        Object.entries(typed).map(([field, text]) => [typedKey(row, field as 'contractor_rate'), text]), // Fields of the test.
      ),
      among,
      '2026-12-01',
    )

  test.each([
    [{ contractor_rate: '25' }, {}],
    [
      { contractor_rate: '25.01' },
      { 'rates.0.contractor_rate': 'Contractor rate should be less than Client rate' },
    ],
    [
      { client_rate: '22.41' },
      { 'rates.0.client_rate': 'Client rate should be greater than Contractor rate' },
    ],
    [
      { holiday_pay_percent: '30' },
      { 'rates.0.holiday_pay_percent': 'Contractor rate should be less than Client rate' },
    ],
    [{ client_rate: 'much' }, {}],
  ])('typed %j: %j', (typed, found) => {
    expect(faults(typed)).toEqual(found)
  })

  test('a new rate that no rate of the other side covers to its end', () => {
    const ending = [version('contractor_rate', { effective_to: day('2026-12-31') }), version('client_rate')]
    expect(faults({ client_rate: '26' }, ending)).toEqual({
      'rates.0.effective_to': 'No contractor rate covers 01/01/2027 and after',
    })
  })
})
