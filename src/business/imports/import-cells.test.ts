import { describe, expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { errorLine, plainNumber, readCells, readDay } from './import-cells.rules.ts'
import { mapHeaders, mappingFault, repeatedHeaders } from './import-columns.rules.ts'
import { shapeOfAction, shapeOfTemplate } from './import-shape.rules.ts'

const clients = present(shapeOfTemplate('clients'), 'a shape')
const contractors = present(shapeOfTemplate('contractors'), 'a shape')

describe('a day', () => {
  test.each([
    ['2026-03-31', '2026-03-31'],
    ['31/03/2026', '2026-03-31'],
    ['1/3/2026', '2026-03-01'],
    ['31.03.2026', '2026-03-31'],
    ['31 Mar 2026', '2026-03-31'],
    ['1 March 2026', '2026-03-01'],
    ['29/02/2024', '2024-02-29'],
    ['29/02/2026', null],
    ['31 Foo 2026', null],
    ['03/31/2026', null],
    ['31/03/26', null],
    ['46112', null],
    ['', null],
  ])('%j is read as %j', (text, day) => {
    expect(readDay(text)).toBe(day)
  })
})

describe('a number', () => {
  test.each([
    ['1,234.50', false, '1234.50'],
    ['£1,234', false, '1234'],
    ['7,5', true, '7.5'],
    ['1.234,50', true, '1234.50'],
    ['7,5', false, '7,5'],
    ['7.5', true, '7.5'],
    ['1,23', false, '1,23'],
  ])('%j with a decimal comma %j is %j', (text, decimal_comma, plain) => {
    expect(plainNumber(text, { decimal_comma })).toBe(plain)
  })
})

test('row: read by the kinds of its columns, with the specified messages', () => {
  const headers = [
    'First Name',
    'Last Name',
    'payment type',
    'Date of Birth',
    'Conduct Regulations Opt-out',
    'Notes',
  ]
  const mapping = mapHeaders(contractors, headers)
  const read = (...cells: string[]) => readCells(contractors, mapping, cells, { decimal_comma: false })
  expect(read("'=Ada", ' Byron ', 'Self-employed', '10/12/1815', 'YES', 'x')).toEqual({
    values: {
      'individual.first_name': '=Ada',
      'individual.last_name': 'Byron',
      payment_type: 'selfemployed',
      'individual.date_of_birth': '1815-12-10',
      conduct_regs_opt_out: 'yes',
    },
    errors: {},
  })
  const { errors } = read('', 'x'.repeat(4001), 'cash', 'yesterday', 'perhaps', '', 'more')
  expect(errors).toEqual({
    'individual.first_name': 'Mandatory',
    'individual.last_name': 'Max character length is 4000',
    payment_type: 'Please enter a valid Input',
    'individual.date_of_birth': 'Please enter a valid Input',
    conduct_regs_opt_out: 'Please enter a valid Input',
    row: 'The row has more cells than the file has headers',
  })
  expect(
    errorLine(contractors, { row: 'Last', payment_type: 'Second', 'individual.first_name': 'First' }),
  ).toBe('First Name: First; Payment Type: Second; Last')
  expect(read('Ada', 'Byron', 'PAYE').errors).toEqual({})
})

test('headers: matched without case and punctuation, and no field is filled twice', () => {
  expect(mapHeaders(clients, ['NAME', 'company_name', "'=Address-Line 1", '', 'What'])).toEqual([
    'from_party.name',
    null,
    'from_business.company.address.line_1',
    null,
    null,
  ])
  expect(repeatedHeaders(['Name', '', 'name ', '', 'N-a-m-e', 'City'])).toEqual(['name', 'N-a-m-e'])
  expect(mappingFault(clients, 2, ['from_party.name', 'from_party.name'])).toBe('Two columns fill Name')
  expect(mappingFault(clients, 2, ['from_party.name', 'password'])).toBe(
    'Please choose a field for each column',
  )
  expect(shapeOfAction('business.agency.create')).toBe(null)
})
