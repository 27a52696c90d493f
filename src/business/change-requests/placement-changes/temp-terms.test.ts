import { expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { termFaults, termsFromFault } from './temp-terms.rules.ts'

const placement = {
  type: 'temp_placement',
  start_date: day('2025-06-02'),
  end_date: null,
  payment_company_id: 'a',
  payee: 'b',
  former_payments: [
    { until: day('2025-06-30'), payment_type: 'limited', payment_company_id: 'a', agreements: [] },
  ],
  client_size: null,
  ir35_status: null,
  ir35_determined_by: null,
} as const
const change = (field: string, asked: string) => [{ field, old: null, new: asked }]

test.each([
  ['limited', change('ir35_status', 'inside'), ['ir35_status']],
  ['umbrella', change('ir35_status', 'inside'), []],
  ['paye', change('funding_type', 'paid_when_paid'), ['funding_type']],
  ['selfemployed', change('expense_funding_type', 'paid_when_paid'), ['expense_funding_type']],
  ['limited', change('funding_type', 'paid_when_paid'), []],
])('paid by %s, %j is refused under %j', (payment_type, changes, fields) => {
  expect(Object.keys(termFaults({ ...placement, payment_type }, changes))).toEqual(fields)
})

test.each([
  ['small', 'contractor', { ir35_status: 'inside' }, []],
  ['small', null, { ir35_status: 'inside', ir35_determined_by: 'contractor' }, []],
  ['small', 'client', { ir35_status: 'inside' }, ['ir35_status']],
  [null, 'contractor', { ir35_status: 'inside' }, ['ir35_status']],
  ['public_sector', 'contractor', { ir35_status: 'inside' }, ['ir35_status']],
] as const)(
  'client of size %s, determined by the %s: %j refused under %j',
  (client_size, by, asked, fields) => {
    const of_size = { ...placement, payment_type: 'limited', client_size, ir35_determined_by: by }
    const changes = Object.entries(asked).flatMap(([field, value]) => change(field, value))
    expect(Object.keys(termFaults(of_size, changes))).toEqual(fields)
  },
)

test('work inside IR35 of a small client: the client cannot become its deciding party', () => {
  const small = { ...placement, payment_type: 'limited', client_size: 'small' } as const
  const inside = { ...small, ir35_status: 'inside', ir35_determined_by: 'contractor' }
  expect(Object.keys(termFaults(inside, change('ir35_determined_by', 'client')))).toEqual([
    'ir35_determined_by',
  ])
})

test.each([
  [null, 'contractor', []],
  ['small', 'contractor', []],
  ['medium_large', 'client', []],
  ['medium_large', 'contractor', ['ir35_determined_by']],
] as const)('client of size %s, determined by the %s: refused under %j', (client_size, asked, fields) => {
  const of_size = { ...placement, payment_type: 'limited', client_size }
  expect(Object.keys(termFaults(of_size, change('ir35_determined_by', asked)))).toEqual(fields)
})

test.each([
  ['funding_type', null, 'Mandatory'],
  ['funding_type', '2025-06-13', 'Should be after 13/06/2025'],
  ['ir35_status', '2025-06-14', null],
  ['timesheet_frequency', null, null],
])('%s from %s: %s', (field, from, fault) => {
  expect(
    termsFromFault(placement, change(field, 'x'), from === null ? null : day(from), day('2025-06-13')),
  ).toBe(fault)
})

test.each([
  ['2025-06-30', []],
  ['2025-07-01', ['end_date']],
  [null, ['end_date']],
])('end moved to %s, over the last day of the payee: %j', (asked, fields) => {
  const ended = { ...placement, payment_type: 'limited', end_date: day('2025-06-15') }
  const changes = [{ field: 'end_date', old: '2025-06-15', new: asked }]
  expect(Object.keys(termFaults(ended, changes))).toEqual(fields)
})
