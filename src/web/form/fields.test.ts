import { describe, expect, test } from 'vitest'
import { type FormField, inputOf, missingIn, numberTyped, standingFaults, startOf } from './fields.ts'

test.each([
  ['12', 12],
  [' -3 ', -3],
  ['1.5', 1.5],
  ['', ''],
  ['first', 'first'],
  ['1e3', '1e3'],
  ['Infinity', 'Infinity'],
  ['12th', '12th'],
])('numberTyped: %j goes as %j', (typed, sent) =>
  expect(JSON.parse(JSON.stringify(numberTyped(typed)))).toBe(sent),
)

const fields: readonly FormField[] = [
  { kind: 'text', name: 'title', label: 'Title', required: true },
  { kind: 'whole', name: 'days', label: 'Days' },
  { kind: 'check', name: 'is_active', label: 'Active' },
  { kind: 'area', name: 'reason', label: 'Reason', required: true },
]

test('startOf: gives every field a value, and initial values win', () => {
  expect(startOf(fields, { title: 'Kitchen' })).toEqual({
    title: 'Kitchen',
    days: '',
    is_active: false,
    reason: '',
  })
})

test('missingIn: names every blank required field at once', () => {
  expect(missingIn(fields, { title: '  ', reason: '', days: '' })).toEqual({
    title: 'Mandatory',
    reason: 'Mandatory',
  })
  expect(missingIn(fields, { title: 'Kitchen', reason: 'Leak' })).toEqual({})
})

test('inputOf: trims text, sends whole numbers as numbers, leaves blank fields out', () => {
  expect(inputOf(fields, { title: ' Kitchen ', days: '14', is_active: false, reason: ' ' })).toEqual({
    title: 'Kitchen',
    days: 14,
    is_active: false,
  })
  expect(inputOf(fields, { days: 'two' })).toEqual({ days: 'two' })
})

test('standingFaults: a fault goes when the value at its path changes, and others stay', () => {
  const before = { reason: 'x', lines: [{ amount: '1' }, { amount: '2' }] }
  const after = { reason: 'x', lines: [{ amount: '1' }, { amount: '3' }] }
  const faults = { reason: 'a', 'lines.0.amount': 'b', 'lines.1.amount': 'c', elsewhere: 'd' }
  expect(standingFaults(faults, before, after)).toEqual({
    reason: 'a',
    'lines.0.amount': 'b',
    elsewhere: 'd',
  })
})

describe('standingFaults in a list of items', () => {
  const line = (key: string, amount: string, tax_amount = '') => ({ key, amount, tax_amount })
  const lines = (...details: ReturnType<typeof line>[]) => ({ details })
  const judged = lines(line('a', '5'), line('b', '12.345', 'abc'))
  const faults = { 'details.1.amount': 'not a number', 'details.1.tax_amount': 'not a number' }

  test('a fault stays until its own field changes', () => {
    expect(standingFaults(faults, judged, { ...judged })).toEqual(faults)
    expect(standingFaults(faults, judged, lines(line('a', '5'), line('b', '12.34', 'abc')))).toEqual({
      'details.1.tax_amount': 'not a number',
    })
  })

  test('a fault moves with its item when one above is removed, and goes with the item', () => {
    expect(standingFaults(faults, judged, lines(line('b', '12.345', 'abc')))).toEqual({
      'details.0.amount': 'not a number',
      'details.0.tax_amount': 'not a number',
    })
    expect(standingFaults(faults, judged, lines(line('a', '5')))).toEqual({})
  })

  test('a fault of the list stays until there is an item more or less', () => {
    const none = { details: 'Mandatory', contract_id: 'Mandatory' }
    expect(standingFaults(none, lines(), lines())).toEqual(none)
    expect(standingFaults(none, lines(), lines(line('a', '')))).toEqual({ contract_id: 'Mandatory' })
  })
})

test('standingFaults: a fault below a field goes with any change of the field when it names no value', () => {
  const faults = { 'rates.0.client_rate': 'too low' }
  expect(standingFaults(faults, { rates: { x: '1' } }, { rates: { x: '2' } })).toEqual({})
})
