import { describe, expect, test } from 'vitest'
import { firstDayOf, readAccountsOfficeReference, readEmployerReference } from './paye-scheme.rules.ts'

describe('references of HMRC', () => {
  test.each([
    ['123/AB45678', { office_number: '123', paye_reference: 'AB45678' }],
    [' 123 / ab45678 ', { office_number: '123', paye_reference: 'AB45678' }],
    ['123/ABCDE12345', { office_number: '123', paye_reference: 'ABCDE12345' }],
    ['123/ABCDE123456', null],
    ['12/AB45678', null],
    ['123AB45678', null],
    ['123/', null],
    ['123/AB-1', null],
  ])('PAYE reference %s', (typed, read) => {
    expect(readEmployerReference(typed)).toEqual(read)
  })
  test.each([
    ['123PA00012345', '123PA00012345'],
    ['123pa 0001234x', '123PA0001234X'],
    ['123A000123456', null],
    ['123PA0001234', null],
    ['123PA0001234Y', null],
    ['123P100012345', null],
  ])('accounts office reference %s', (typed, read) => {
    expect(readAccountsOfficeReference(typed)).toBe(read)
  })
  test('a tax year begins on 6 April, where its rates are loaded', () => {
    expect(firstDayOf('2026-27')).toBe('2026-04-06')
    expect(firstDayOf('2027-28')).toBeNull()
  })
})
