import { describe, expect, test } from 'vitest'
import { day } from './day.ts'
import {
  birthFault,
  type ReadIdentifier,
  readCompanyNumber,
  readNiNumber,
  readPostcode,
  readUtr,
  readVatNumber,
  readWebsite,
} from './identifier.ts'

const answer = (read: ReadIdentifier) => ('fault' in read ? `fault: ${read.fault}` : read.text)
const bad = 'fault: Please enter a valid Input'

describe('identifiers: the vectors of the registers', () => {
  test.each([
    ['sw1a1aa', 'SW1A 1AA'],
    ['M1 1AE', 'M1 1AE'],
    ['ec1a  1bb', 'EC1A 1BB'],
    ['W1A 0AX', 'W1A 0AX'],
    ['CR26XH', 'CR2 6XH'],
    ['DN55 1PT', 'DN55 1PT'],
    ['B33 8TH', 'B33 8TH'],
    ['GIR 0AA', 'GIR 0AA'],
    ['BF1 2AA', 'BF1 2AA'],
    ['12345', bad],
    ['ZZZ', bad],
    ['QA1 1AA', bad],
    ['LS1 1CI', bad],
    ['LS1', bad],
    ['', bad],
  ])('postcode %s: %s', (typed, text) => {
    expect(answer(readPostcode(typed))).toBe(text)
  })
  test.each([
    ['AB123456A', 'AB123456A'],
    ['HJ123456B', 'HJ123456B'],
    ['KL123456C', 'KL123456C'],
    ['PR123456D', 'PR123456D'],
    ['HH012345D', 'HH012345D'],
    ['TJ012345D', 'TJ012345D'],
    ['HH012345', 'HH012345'],
    ['ab 12 34 56 a', 'AB123456A'],
    ['AO123456A', bad],
    ...['BG', 'GB', 'KN', 'NK', 'NT', 'TN', 'ZZ', 'DA', 'AD', 'FA', 'IA', 'QQ', 'UA', 'VA'].map((prefix) => [
      `${prefix}123456A`,
      bad,
    ]),
    ['AB123456E', bad],
    ['TO012345D', bad],
    ['XO012345D', bad],
    ['HH01A345D', bad],
  ])('a National Insurance number %s: %s', (typed, expected) => {
    expect(answer(readNiNumber(typed))).toBe(expected)
  })

  test.each([
    ['1955839661', '1955839661'],
    ['11234 56789', '1123456789'],
    ['9000000001', '9000000001'],
    ['8424242424', '8424242424'],
    ['2955839661', bad],
    ['195583966', 'fault: Must be exactly 10 digits'],
    ['195583966A', 'fault: Must be only digits'],
  ])('a taxpayer reference %s: %s', (typed, expected) => {
    expect(answer(readUtr(typed))).toBe(expected)
  })

  test.each([
    ['980780684', '980780684'],
    ['GB 340 8043 29', '340804329'],
    ['346270013', '346270013'],
    ['123456782', '123456782'],
    ['123456727', '123456727'],
    ['GB980780684001', '980780684001'],
    ['gb 980780684', '980780684'],
    ['XI980780684', 'XI980780684'],
    ['GD001', 'GD001'],
    ['GBHA501', 'HA501'],
    ['GBGB980780684', bad],
    ['IE6388047V', 'IE6388047V'],
    ['DE136695976', 'DE136695976'],
    ['802311781', bad],
    ['GB123456789', bad],
    ['98078068', bad],
    ['GD500', bad],
    ['HA499', bad],
    ['NOTVAT', bad],
    ['IE12', bad],
    ['ZZ980780684', bad],
  ])('a VAT number %s: %s', (typed, expected) => {
    expect(answer(readVatNumber(typed))).toBe(expected)
  })

  test.each([
    ['00000001', '00000001'],
    ['445790', '00445790'],
    ['sc 123456', 'SC123456'],
    ['NI123456', 'NI123456'],
    ['OC301234', 'OC301234'],
    ['IP12345R', 'IP12345R'],
    ['SL12345A', 'SL12345A'],
    ['1234-5678', 'fault: Please enter a valid number'],
    ['12345', 'fault: Please enter a valid number'],
    ['ABC12345', 'fault: Please enter a valid number'],
  ])('a registration number %s: %s', (typed, expected) => {
    expect(answer(readCompanyNumber(typed))).toBe(expected)
  })
})

test.each([
  ['example.co.uk', 'https://example.co.uk'],
  ['http://example.org/a?b#c', 'http://example.org/a?b#c'],
  ['HTTPS://Example.org:8443', 'HTTPS://Example.org:8443'],
  ['bücher.example', 'https://bücher.example'],
  ...[
    'javascript:alert(1)',
    'javascript:1@example.org',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'ftp://example.org',
    'mailto:ada@example.org',
    'https://ada:secret@example.org',
    'https://localhost',
    'https://example.org/a b',
    '//example.org',
  ].map((typed) => [typed, 'fault: Please enter a valid URL']),
])('a website %s: %s', (typed, expected) => {
  expect(answer(readWebsite(typed))).toBe(expected)
})

test.each([
  ['2026-11-22', '2010-11-22', null],
  ['2026-11-22', '2010-11-23', 'Should be before 23/11/2010'],
  ['2026-11-22', '2030-01-01', 'Should be before 23/11/2010'],
  ['2026-11-22', '1926-11-22', null],
  ['2026-11-22', '1926-11-21', 'Should be after 21/11/1926'],
  ['2028-02-29', '2012-02-29', null],
])('a birth date on %s: %s gives %s', (today, born, fault) => {
  expect(birthFault(day(born), day(today))).toBe(fault)
})
