import { expect, test } from 'vitest'
import { changesPay, keyInformationOf, pagesFault } from './key-information.rules.ts'

test('key information: each way of payment has its kind, and a sole trader gets none', () => {
  expect([null, 'payer', 'umbrella', 'limited', 'selfemployed'].map(keyInformationOf)).toEqual([
    'key_information_paye',
    'key_information_paye',
    'key_information_umbrella',
    'key_information_limited',
    null,
  ])
})

test('key information: the third page is one too many, for this kind alone', () => {
  expect([1, 2, 3].map((pages) => pagesFault('key_information_paye', pages) !== null)).toEqual([
    false,
    false,
    true,
  ])
  expect(pagesFault('limited_contract', 9)).toBeNull()
})

test('key information: terms of pay count, the rate and the order number of the client do not', () => {
  expect(changesPay([{ field: 'client_rate' }, { field: 'po_number' }])).toBe(false)
  for (const field of ['contractor_rate', 'holiday_pay', 'standard_units', 'unit', 'ir35_status'])
    expect(changesPay([{ field: 'client_rate' }, { field }])).toBe(true)
})
