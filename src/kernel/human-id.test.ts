import { expect, test } from 'vitest'
import { formatHumanId, formatIssuedId, human_id_prefixes, parseHumanId, showHumanId } from './human-id.ts'

test('has every prefix of spec §3', () => {
  const listed = 'AGY CLI FUN CON UMB LIM SLF PRO PLC TMP PEM SOW EXP TMS INV PAY PRL SLI ADH PAYROLL'
  for (const prefix of listed.split(' ')) expect(Object.keys(human_id_prefixes)).toContain(prefix)
})

test.each([
  ['TMS000123', { prefix: 'TMS', issuer_number: null, is_credit_note: false, number: 123 }],
  ['PAYROLL000007', { prefix: 'PAYROLL', issuer_number: null, is_credit_note: false, number: 7 }],
  ['INV-12-000345', { prefix: 'INV', issuer_number: 12, is_credit_note: false, number: 345 }],
  ['tms123', { prefix: 'TMS', issuer_number: null, is_credit_note: false, number: 123 }],
  ['TMS1234567', { prefix: 'TMS', issuer_number: null, is_credit_note: false, number: 1_234_567 }],
  ['INV000345', null],
  ['INV-12-C000002', { prefix: 'INV', issuer_number: 12, is_credit_note: true, number: 2 }],
  ['TMS-1-000001', null],
  ['XXX000001', null],
  ['TMS0', null],
  ['toString1', null],
  ['', null],
])('%s is read as %j', (text, parts) => {
  expect(parseHumanId(text)).toEqual(parts)
})

test('ids read back and sort in the order of issue', () => {
  expect(formatHumanId('TMS', 123)).toBe('TMS000123')
  expect(formatIssuedId(12, 'invoice', 345)).toBe('INV-12-000345')
  expect(parseHumanId(formatIssuedId(3, 'credit_note', 1))).toEqual({
    prefix: 'INV',
    issuer_number: 3,
    is_credit_note: true,
    number: 1,
  })
  expect(formatIssuedId(1, 'invoice', 9) < formatIssuedId(1, 'invoice', 10)).toBe(true)
  expect(() => formatHumanId('TMS', 0)).toThrow('can number a record')
})

test('a missing or invalid id shows the placeholder', () => {
  expect(showHumanId(null)).toBe('missing_uuid')
  expect(showHumanId('nonsense')).toBe('missing_uuid')
  expect(showHumanId('TMS000001')).toBe('TMS000001')
})
