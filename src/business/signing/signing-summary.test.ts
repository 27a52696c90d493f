import { expect, test } from 'vitest'
import { summaryOf } from './signing-summary.rules.ts'

const parties = { 'agency.name': 'Larkfield', 'client.name': 'Tamar', 'contractor.name': 'Ella Rowe' }
const standard = { name: 'Standard', unit: 'Hourly', from: '01 Dec 2026', to: 'open' } as const

test('a placement: parties, days and the rates that the signer reads', () => {
  expect(
    summaryOf(
      {
        ...parties,
        'client.payment_terms': '30 days',
        'placement.number': 'TMP000001',
        'placement.title': 'Nurse',
        'placement.start_date': '1 December 2026',
        'placement.end_date': 'no fixed end',
        'placement.po_number': 'none given',
      },
      [
        { ...standard, side: 'contractor', rate: '£20.00' },
        { ...standard, side: 'contractor', name: 'Night', rate: '£24.00', to: '31 Jan 2027' },
      ],
    ),
  ).toEqual([
    { label: 'Agency', text: 'Larkfield' },
    { label: 'Client', text: 'Tamar' },
    { label: 'Contractor', text: 'Ella Rowe' },
    { label: 'Placement', text: 'Nurse' },
    { label: 'Start Date', text: '1 December 2026' },
    { label: 'End Date', text: 'no fixed end' },
    { label: 'Contractor Rate, Standard', text: '£20.00 hourly, from 01 Dec 2026' },
    { label: 'Contractor Rate, Night', text: '£24.00 hourly, 01 Dec 2026 to 31 Jan 2027' },
  ])
})

test('terms of a client: the parties and the days', () => {
  const { 'contractor.name': _, ...two } = parties
  expect(summaryOf({ ...two, 'client.payment_terms': '30 days' }, [])).toEqual([
    { label: 'Agency', text: 'Larkfield' },
    { label: 'Client', text: 'Tamar' },
    { label: 'Payment Terms', text: '30 days' },
  ])
})

test('nothing that the signer reads: no line', () => {
  expect(summaryOf({ 'document.date': '1 December 2026' }, [])).toEqual([])
})
