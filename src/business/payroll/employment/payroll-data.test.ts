import { describe, expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import {
  firstDayOf,
  readAccountsOfficeReference,
  readEmployerReference,
} from '../schemes/paye-scheme.rules.ts'
import { orderFaults, planFault } from './deduction.rules.ts'
import { leaveFault, p45Faults, payrollIdFault } from './employment.rules.ts'
import { letterNote, letterOn } from './letter-suggestion.rules.ts'
import { letterFaults, suggestLetter } from './ni-letter.rules.ts'
import { firstCode, paidCode, readCodeEntry } from './tax-code-source.rules.ts'

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

const on = (text: string) => day(text)

describe('the code of a starter', () => {
  const starter = { start_date: on('2026-11-02'), p45_is_week1: false }
  const p45 = { p45_leave_date: on('2026-10-16'), p45_tax_code: '1100L' }
  test.each([
    ['A', { starter_declaration: 'A' }, '1257L', false, 'starter'],
    ['B', { starter_declaration: 'B' }, '1257L', true, 'starter'],
    ['C', { starter_declaration: 'C' }, 'BR', false, 'starter'],
    ['no declaration', { starter_declaration: 'none' }, '0T', true, 'default'],
    ['a P45 of this tax year', p45, '1100L', false, 'p45'],
    ['a P45 on week 1', { ...p45, p45_is_week1: true }, '1100L', true, 'p45'],
    ['a Scottish P45', { ...p45, p45_tax_code: 's1257l' }, 'S1257L', false, 'p45'],
    [
      'a P45 of an earlier year, and B',
      { ...p45, p45_leave_date: on('2026-04-05'), starter_declaration: 'B' },
      '1257L',
      true,
      'starter',
    ],
  ] as const)('%s', (_name, change, text, is_week1, source) => {
    expect(firstCode({ ...starter, ...change })).toMatchObject({ code: { text, is_week1 }, source })
  })
  test.each([
    [{}, { starter_declaration: 'Mandatory' }],
    [{ ...p45, p45_leave_date: on('2026-04-05') }, { starter_declaration: 'Mandatory' }],
    [
      { ...p45, starter_declaration: 'A' },
      { starter_declaration: 'Statement A is for a first job of the tax year, but the P45 is of this year' },
    ],
    [{ ...p45, p45_tax_code: '1257' }, { p45_tax_code: 'A tax code ends in a letter, such as 1257L' }],
    [{ start_date: on('2027-04-06') }, { start_date: 'There are no rates for the tax year 2027-28 yet' }],
  ] as const)('%j is refused', (change, errors) => {
    expect(firstCode({ ...starter, ...change })).toEqual(errors)
  })
})

describe('tax codes after the first', () => {
  const entry = {
    code: '1185L',
    is_week1: false,
    source: 'p6',
    notice_date: on('2026-11-01'),
    effective_from: on('2026-11-13'),
  }
  test('a notice is read', () => {
    expect(readCodeEntry(entry, null)).toMatchObject({ text: '1185L', regime: 'uk', is_week1: false })
    expect(readCodeEntry({ ...entry, code: 'sd1 x' }, null)).toMatchObject({ text: 'SD1', is_week1: true })
  })
  test.each([
    [{ code: '1257' }, null, { code: 'A tax code ends in a letter, such as 1257L' }],
    [{ code: 'SD4' }, null, { code: 'There is no such rate in 2026-27' }],
    [{ code: 'D2' }, null, { code: 'There is no such rate in 2026-27' }],
    [{ notice_date: undefined }, null, { notice_date: 'Mandatory' }],
    [{ source: 'p9' }, null, { effective_from: 'A P9 applies from 6 April' }],
    [{ source: 'p45' }, { source: 'p6' }, { source: 'A P45 does not replace a notice from HMRC' }],
    [
      { effective_from: on('2027-04-06'), code: '?' },
      null,
      { effective_from: 'There are no rates for the tax year 2027-28 yet' },
    ],
  ])('%j after %j is refused', (change, before, errors) => {
    expect(readCodeEntry({ ...entry, ...change }, before)).toEqual({ errors })
  })
})

describe('National Insurance letters', () => {
  test.each([
    ['2010-11-28', '2026-11-27', 'X'],
    ['2010-11-27', '2026-11-27', 'M'],
    ['2005-11-28', '2026-11-27', 'M'],
    ['2005-11-27', '2026-11-27', 'A'],
    ['2008-02-29', '2029-02-28', 'M'],
    ['2008-02-29', '2029-03-01', 'A'],
    ['1960-04-06', '2026-05-05', 'A'],
    ['1960-04-06', '2026-05-06', 'C'],
    ['1961-03-05', '2028-02-04', 'A'],
    ['1961-03-05', '2028-02-05', 'C'],
    ['1961-03-06', '2028-03-06', 'C'],
  ])('born on %s, paid on %s: %s', (born, paid, letter) => {
    expect(suggestLetter(on(born), on(paid))).toBe(letter)
  })

  test.each([
    ['2005-06-05', 'M', '2025-06-02', '2026-06-04', 'M'],
    ['2005-06-05', 'M', '2025-06-02', '2026-06-05', 'A'],
    ['2005-06-05', 'Z', '2026-05-01', '2026-06-05', 'J'],
    ['2005-06-05', 'Z', '2025-05-01', '2026-06-05', 'A'],
    ['1990-01-01', 'J', '2026-04-06', '2027-04-05', 'J'],
    ['1990-01-01', 'L', '2025-05-01', '2026-06-05', 'F'],
    ['2002-06-05', 'H', '2025-05-01', '2027-06-04', 'H'],
    ['2002-06-05', 'H', '2025-05-01', '2027-06-05', 'A'],
    ['1990-01-01', 'V', '2025-05-01', '2026-04-30', 'V'],
    ['1990-01-01', 'V', '2025-05-01', '2026-05-01', 'A'],
    ['1990-01-01', 'F', '2025-05-01', '2028-05-01', 'A'],
    ['1990-01-01', 'N', '2025-05-01', '2026-05-01', 'N'],
    ['1960-01-01', 'N', '2025-05-01', '2026-05-01', 'K'],
    ['1960-01-01', 'I', '2025-05-01', '2026-05-01', 'S'],
    ['1961-03-05', 'E', '2025-05-01', '2026-05-01', 'E'],
    ['1960-04-06', 'B', '2025-05-01', '2026-05-06', 'C'],
    ['2010-11-28', 'A', '2025-05-01', '2026-05-06', 'X'],
  ] as const)('born on %s, letter %s since %s, paid on %s: %s', (born, letter, since, paid, due) => {
    expect(letterOn(on(born), on(paid), { letter, effective_from: on(since) })).toBe(due)
  })
  test.each([
    ['2005-06-05', 'M', '2025-06-02', 'Letter A, not M: 21 since 05/06/2026'],
    ['1990-01-01', 'V', '2025-06-02', 'Letter A, not V: the letter is of 02/06/2025'],
    ['1990-01-01', 'A', '2025-06-02', null],
  ] as const)('born on %s, letter %s since %s: %s', (born, letter, since, note) => {
    expect(letterNote(on(born), on('2026-06-12'), { letter, effective_from: on(since) })).toBe(note)
  })

  const entry = {
    letter: 'A',
    effective_from: on('2026-11-27'),
    evidence: null,
    reason: null,
    workplace_postcode: null,
  } as const
  const person = { date_of_birth: on('1990-01-01'), gender: 'F' }
  test.each([
    [{}, person, {}],
    [{ letter: 'J' }, person, { evidence: 'Mandatory', reason: 'Please specify the reason' }],
    [{ letter: 'J', evidence: 'CA2700', reason: 'Another job' }, person, {}],
    [{ letter: 'M' }, person, { reason: 'Please specify the reason' }],
    [{ letter: 'M' }, { date_of_birth: null, gender: null }, {}],
    [
      { letter: 'F', evidence: 'Site list', reason: 'Works on the site' },
      person,
      { workplace_postcode: 'Mandatory' },
    ],
    [
      { letter: 'B', evidence: 'CF383', reason: 'Certificate' },
      person,
      { letter: 'Letter B is for women born before 6 April 1961' },
    ],
    [{ letter: 'C' }, { ...person, date_of_birth: on('1955-01-01') }, {}],
    [{ letter: 'C', reason: 'Says so' }, person, { evidence: 'Mandatory' }],
  ] as const)('%j of %j: faults %j', (change, of, errors) => {
    expect(letterFaults({ ...entry, ...change }, of)).toEqual(errors)
  })
})

describe('facts of an employment', () => {
  test.each([
    ['W0001', null],
    ['A/7 (b)', null],
    ['x'.repeat(36), 'Max character length is 35'],
    ['W_1', 'Please enter a valid Input'],
    ['Zoë', 'Please enter a valid Input'],
  ])('payroll id %s: %s', (text, fault) => {
    expect(payrollIdFault(text)).toBe(fault)
  })
  test.each([
    [{ p45_leave_date: on('2026-10-16'), p45_tax_code: '1257L' }, {}],
    [{ p45_leave_date: on('2026-11-30'), p45_tax_code: '1257L' }, {}],
    [
      { p45_leave_date: on('2026-12-01'), p45_tax_code: '1257L' },
      { p45_leave_date: 'Should be before 01/12/2026' },
    ],
    [{ p45_tax_code: '1257L' }, { p45_leave_date: 'Mandatory' }],
    [
      { p45_pay_to_date: 100 },
      { p45_leave_date: 'Mandatory', p45_tax_code: 'Mandatory', p45_tax_to_date: 'Mandatory' },
    ],
    [
      { p45_leave_date: on('2026-10-16'), p45_tax_code: '1257L', p45_pay_to_date: 100, p45_tax_to_date: 101 },
      { p45_tax_to_date: 'Tax cannot be more than pay' },
    ],
  ])('P45 %j: faults %j', (parts, errors) => {
    expect(p45Faults({ p45_pay_to_date: null, p45_tax_to_date: null, ...parts }, on('2026-11-30'))).toEqual(
      errors,
    )
  })
  test.each([
    ['2026-11-05', 'Should be after 05/11/2026'],
    ['2026-11-06', null],
    ['2026-12-27', null],
    ['2026-12-28', 'Should be before 28/12/2026'],
  ])('leaving on %s: %s', (leave, fault) => {
    const facts = {
      start_date: on('2026-10-01'),
      last_worked: on('2026-11-06'),
      next_start: null,
      today: on('2026-11-27'),
    }
    expect(leaveFault(on(leave), facts)).toBe(fault)
  })
})

describe('student loans and attachment orders', () => {
  test('plan 5 is collected from 6 April 2026', () => {
    expect(planFault('plan_5', on('2026-04-05'))).toBe('Plan 5 is not collected before 6 April 2026')
    expect(planFault('plan_5', on('2026-04-06'))).toBeNull()
    expect(planFault('plan_4', on('2026-04-05'))).toBeNull()
  })

  const order = {
    kind: 'dea',
    rate: 'standard',
    order_date: on('2026-11-02'),
    received_on: on('2026-11-05'),
    has_amount: false,
    has_protected_earnings: false,
    today: on('2026-11-27'),
  }
  test.each([
    [{}, {}],
    [{ rate: 'fixed' }, { amount: 'Mandatory' }],
    [{ rate: 'table' }, { rate: 'Please enter a valid Input' }],
    [{ has_amount: true }, { amount: 'Please enter a valid Input' }],
    [
      { kind: 'deo', rate: 'given' },
      { amount: 'Mandatory', protected_earnings: 'Mandatory' },
    ],
    [{ kind: 'council_tax', rate: 'table' }, {}],
    [
      { kind: 'scottish_arrestment' },
      {
        kind: 'Scottish arrestment is not calculated in this version. Enter the deduction for each run',
      },
    ],
    [{ received_on: on('2026-11-01') }, { received_on: 'Should be after 01/11/2026' }],
    [{ received_on: on('2026-11-28') }, { received_on: 'Should be before 28/11/2026' }],
  ])('order %j: faults %j', (change, errors) => {
    expect(orderFaults({ ...order, ...change })).toEqual(errors)
  })
})

test.each([
  ['after the last pay day', '2026-04-17', null],
  ['a paid day of the open year', '2026-04-10', 'Should be after 10/04/2026'],
  [
    'a paid day of an ended year',
    '2026-04-03',
    expect.stringMatching(/^Tax of 2025-26 stays as it was deducted: HMRC settles/),
  ],
])('tax code: %s', (_, from, fault) => {
  expect(paidCode(day(from), day('2026-04-10'), day('2026-04-20'))).toEqual(fault)
})
