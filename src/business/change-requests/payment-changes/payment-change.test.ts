import { expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { type PaidPlacement, paymentSides, placementEffect, placementFaults } from './payment-change.rules.ts'

const from = day('2025-06-16')
const rolled_up = { value_boolean: true, value_jsonb_object: { holiday_pay_percent: '12.07' } }
const placement: PaidPlacement = {
  id: 'p',
  human_id: 'TMP000001',
  title: 'Engineer',
  client: 'Brightwater',
  status: 'active',
  start_date: day('2025-06-02'),
  end_date: null,
  ir35_status: null,
  ir35_determined_by: null,
  client_size: null,
  waits_for_client: false,
  has_holiday_pay: false,
  currency: 'GBP',
  rates: [],
  worked_to: day('2025-06-13'),
}

test.each([
  [{}, 'limited', {}],
  [{ worked_to: day('2025-06-16') }, 'limited', { effective_from: 'Should be after 16/06/2025' }],
  [
    { status: 'pending_raise_approval' },
    'paye',
    { effective_from: expect.stringContaining('waits for approval') },
  ],
  [{ ir35_status: 'inside' }, 'limited', { payment_type: expect.stringContaining('inside IR35') }],
  [{ ir35_status: 'inside' }, 'umbrella', {}],
  [{ ir35_status: 'inside', ir35_determined_by: 'contractor', client_size: 'small' }, 'limited', {}],
  [{ waits_for_client: true }, 'paye', { payment_type: expect.stringContaining('paid when paid') }],
  [{ waits_for_client: true }, 'umbrella', {}],
  [{ has_holiday_pay: true }, 'umbrella', { payment_type: expect.stringContaining('holiday pay') }],
  [{ has_holiday_pay: true }, 'paye', {}],
] as const)('a placement with %j paid by %s', (change, way, faults) => {
  expect(placementFaults({ way, from, born: null }, [{ ...placement, ...change }])).toEqual(faults)
})

test('a placement ends on the day before, one that has not begun is replaced', () => {
  expect(placementEffect(placement, from, 'Lumen Ltd')).toBe(
    'Engineer at Brightwater (TMP000001) ends on 15/06/2025 and goes on as a copy from 16/06/2025 that pays Lumen Ltd.',
  )
  expect(placementEffect({ ...placement, start_date: day('2025-06-23') }, from, 'Lumen Ltd')).toBe(
    'Engineer at Brightwater (TMP000001) is replaced by a copy from 23/06/2025 that pays Lumen Ltd.',
  )
})

test('the contractor and the provider agree, and the agency where the contractor asks', () => {
  expect(paymentSides('agency', true)).toEqual(['contractor', 'provider'])
  expect(paymentSides('contractor', true)).toEqual(['agency', 'provider'])
  expect(paymentSides('contractor', false)).toEqual(['provider'])
})

const paid = (value: string, more: object = {}) => ({
  paid: value,
  unit: 'hourly' as const,
  effective_from: placement.start_date,
  value_boolean: null,
  value_jsonb_object: {},
  ...more,
})
const below = (figure: string) => ({
  payment_type: `Placement TMP000001: Below the National Minimum Wage of £${figure}`,
})

test.each([
  ['12.21', {}, null, {}],
  ['12.20', {}, null, below('12.21')],
  // 21 on the first day of the copy, not on that of the placement.
  ['12.20', {}, '2004-06-16', below('12.21')],
  ['12.20', {}, '2004-06-17', {}],
  // A version of later, of which the new year's figure is the minimum.
  ['12.70', { effective_from: day('2026-04-01') }, null, below('12.71')],
  // 12.21 with 12.07% is 13.6837.
  ['13.6837', rolled_up, null, {}],
  ['13.68', rolled_up, null, below('12.21')],
] as const)('a copy at %s %j of a worker born %s, paid through payroll: %j', (rate, more, born, faults) => {
  const one = { ...placement, rates: [paid('20'), paid(rate, more)] }
  const asked = { from, born: born === null ? null : day(born) }
  expect(placementFaults({ ...asked, way: 'paye' }, [one])).toEqual(faults)
  expect(placementFaults({ ...asked, way: 'umbrella' }, [one])).toEqual({})
})
