import { expect, test } from 'vitest'
import type { FormField } from './fields.ts'
import { reviewOf } from './form-review.ts'
import { section } from './section.tsx'

const fields: readonly FormField<string, never>[] = [
  { kind: 'pick', name: 'agency_id', label: 'Agency', entity: 'business.agency', shows: 'name' },
  section('company', 'Company'),
  { kind: 'text', name: 'name', label: 'Name', required: true },
  { kind: 'text', name: 'website', label: 'Website' },
  { kind: 'choice', name: 'form', label: 'Legal form', options: [{ value: 'plc', label: 'PLC' }] },
  { kind: 'custom', name: 'found', label: 'Find', render: () => null },
  section('money', 'Money'),
  { kind: 'check', name: 'is_vat_registered', label: 'Registered for VAT' },
  { kind: 'money', name: 'limit', label: 'Limit' },
  { kind: 'day', name: 'from', label: 'From' },
  {
    kind: 'custom',
    name: 'people',
    label: 'People',
    render: () => null,
    review: () => [{ label: 'Person 1', value: 'Lena Marsh' }],
  },
]

test('review: shows typed values by section, in the words of the form', () => {
  const values = {
    agency_id: 'a1',
    name: ' Larch ',
    website: '',
    form: 'plc',
    is_vat_registered: true,
    limit: '24000',
    currency: 'EUR',
    from: '2026-11-09',
  }
  expect(reviewOf(fields, { values, picked: { agency_id: 'Larch Talent' } })).toEqual([
    {
      name: 'company',
      label: 'Company',
      items: [
        { label: 'Agency', value: 'Larch Talent' },
        { label: 'Name', value: 'Larch' },
        { label: 'Legal form', value: 'PLC' },
      ],
    },
    {
      name: 'money',
      label: 'Money',
      items: [
        { label: 'Registered for VAT', value: 'Yes' },
        { label: 'Limit', value: '€24,000.00' },
        { label: 'From', value: '09 Nov 2026' },
        { label: 'Person 1', value: 'Lena Marsh' },
      ],
    },
  ])
})

test('review: names a required field that is missing, and shows what cannot be read as it was typed', () => {
  const values = { name: '', limit: 'abc', from: 'soon' }
  expect(reviewOf(fields, { values, picked: {} }).flatMap(({ items }) => items)).toEqual([
    { label: 'Name', value: '' },
    { label: 'Registered for VAT', value: 'No' },
    { label: 'Limit', value: 'abc' },
    { label: 'From', value: 'soon' },
    { label: 'Person 1', value: 'Lena Marsh' },
  ])
})
