/** Legal forms of clients: registration numbers, words and types of Companies House. */
import { expect, test } from 'vitest'
import { legal_forms, legalFormOf, legalFormOfType, numberFaults } from './legal-form.rules.ts'

test.each(legal_forms.map(({ value }) => value))(
  'legal form %s: asks for a number where it is registered',
  (form) => {
    const is_registered = ['limited_company', 'llp', 'plc'].includes(form)
    expect(numberFaults(form, ' ')).toEqual(is_registered ? { brn: 'Mandatory' } : {})
    expect(numberFaults(form, undefined)).toEqual(is_registered ? { brn: 'Mandatory' } : {})
    expect(numberFaults(form, '00445790')).toEqual({})
  },
)

test('legal form: no form asks for no number', () => {
  expect(numberFaults(undefined, undefined)).toEqual({})
  expect(numberFaults('', '')).toEqual({})
})

test.each([
  ['ltd', 'limited_company'],
  ['private-limited-guarant-nsc', 'limited_company'],
  ['llp', 'llp'],
  ['plc', 'plc'],
  ['scottish-partnership', 'partnership'],
  ['charitable-incorporated-organisation', 'charity'],
  ['oversea-company', 'overseas'],
  ['royal-charter', null],
  ['', null],
  ['constructor', null],
])('legal form: the type %s of Companies House is %s', (type, form) => {
  expect(legalFormOfType(type)).toBe(form)
})

test('legal form: its label leads back to it', () => {
  expect(legal_forms.map(({ label }) => legalFormOf(label))).toEqual(legal_forms.map(({ value }) => value))
  expect([legalFormOf(null), legalFormOf('Cooperative')]).toEqual([null, null])
})
