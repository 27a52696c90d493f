import { expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { registered_contractor, unregistered_contractor } from '#test/money/raise-sample.ts'
import { type Sale, saleAwaits, selfBillAwaits } from './awaited-check.rules.ts'

const on = day('2026-03-09')
const unanswered = 'HMRC has not answered about the VAT number of Larch Ltd yet'
const unconfirmed = 'HMRC does not confirm the VAT number of Larch Ltd'

test.each<[string, Parameters<typeof selfBillAwaits>[0], string | null]>([
  ['no payee', null, null],
  ['an answer', { ...registered_contractor, name: 'Larch Ltd', vat_standing: 'confirmed' }, null],
  ['a refusal', { ...registered_contractor, name: 'Larch Ltd', vat_standing: 'refused' }, null],
  ['no answer', { ...registered_contractor, name: 'Larch Ltd', vat_standing: 'open' }, unanswered],
  ['no registration', { ...unregistered_contractor, name: 'Larch Ltd', vat_standing: 'open' }, null],
])('a self-bill with %s', (_, payee, reason) => expect(selfBillAwaits(payee, on)).toBe(reason))

test.each<[string, Partial<Omit<Sale, 'agency'>> & { agency?: Partial<Sale['agency']> }, string | null]>([
  ['a confirmed number', {}, null],
  ['no answer', { agency: { vat_standing: 'open' } }, unanswered],
  ['a refused number', { agency: { vat_standing: 'refused' } }, unconfirmed],
  [
    'a refused number, for a funder',
    { funding_model: 'indirect', agency: { vat_standing: 'refused' } },
    unconfirmed,
  ],
  [
    'a refused number, billed by the agency',
    { funding_model: 'agency_billed', agency: { vat_standing: 'refused' } },
    null,
  ],
  [
    'a refused number, of an expense',
    { generation_type: 'expense', agency: { vat_standing: 'refused' } },
    unconfirmed,
  ],
  [
    'a refused number, of wages',
    { generation_type: 'paye_timesheet', agency: { vat_standing: 'refused' } },
    null,
  ],
  ['no registration', { agency: { is_vat_registered: false, vat_standing: 'refused' } }, null],
  ['no checks', { agency: { vat_standing: 'not_checked' } }, null],
])('the agency’s sale with %s', (_, { agency, ...change }, reason) =>
  expect(
    saleAwaits({
      funding_model: 'direct',
      generation_type: 'timesheet',
      ...change,
      agency: { name: 'Larch Ltd', is_vat_registered: true, vat_standing: 'confirmed', ...agency },
    }),
  ).toBe(reason),
)
