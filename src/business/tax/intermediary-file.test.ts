import { describe, expect, test } from 'vitest'
import { csvLine } from '#kernel/csv-line.ts'
import { day } from '#kernel/day.ts'
import { GBP, parseMoney } from '#kernel/money.ts'
import {
  fileLines,
  fileRow,
  quarterOf,
  quartersBefore,
  type ReportedPayment,
  template_columns,
} from './intermediary-file.rules.ts'

describe('quarters of the tax year', () => {
  test.each([
    ['2025-04-05', '2025-01-06', '2025-04-05', '2025-05-05'],
    ['2025-04-06', '2025-04-06', '2025-07-05', '2025-08-05'],
    ['2025-07-06', '2025-07-06', '2025-10-05', '2025-11-05'],
    ['2025-12-31', '2025-10-06', '2026-01-05', '2026-02-05'],
    ['2026-01-05', '2025-10-06', '2026-01-05', '2026-02-05'],
    ['2026-01-06', '2026-01-06', '2026-04-05', '2026-05-05'],
  ])('%s lies in %s to %s, due %s', (on, start, end, due) => {
    expect(quarterOf(day(on))).toEqual({ start, end, due })
  })
  test('follow one another without a gap', () => {
    const list = quartersBefore(day('2026-02-01'), 9)
    expect(list.map(({ start }) => start).slice(0, 3)).toEqual(['2026-01-06', '2025-10-06', '2025-07-06'])
    expect(new Set(list.map(({ start }) => start)).size).toBe(9)
  })
})

const home = {
  line_1: '1 Mill Lane',
  line_2: null,
  line_3: null,
  line_4: null,
  city: 'York',
  state: null,
  zipcode: 'YO1 7AA',
}
const good: ReportedPayment = {
  first_name: 'Ada',
  last_name: 'Byron',
  date_of_birth: day('1980-12-10'),
  gender: 'F',
  ni_number: 'AB 12 34 56 A',
  address: home,
  engaged: 'limited',
  utr: null,
  start_date: day('2025-02-03'),
  end_date: null,
  amount: parseMoney('1080.00', GBP),
  includes_vat: true,
  party_name: 'Byron, Analysts Limited',
  party_address: { ...home, line_1: '2 High Street' },
  party_brn: '01234567',
}
const quarter = quarterOf(day('2025-05-01'))
const today = day('2025-07-20')
const row = (change: Partial<ReportedPayment> = {}) => fileRow({ ...good, ...change }, quarter, today)
const cell = (of: ReturnType<typeof row>, column: number) => of.cells[column]

describe('a row', () => {
  test('has all 25 columns of the template in their order', () => {
    expect(template_columns).toHaveLength(25)
    expect(row()).toEqual({
      cells: [
        'Ada', '', 'Byron', '10/12/1980', 'F', 'AB123456A', '1 Mill Lane', 'York', '', '', 'YO1 7AA', 'D', '',
        '03/02/2025', '', '1080.00', 'GBP', 'Y', 'Byron, Analysts Limited', '2 High Street', 'York', '', '',
        'YO1 7AA', '01234567',
      ],
      errors: [],
    }) // biome-ignore format: one row of the file.
  })
  test('umbrella: reports another PAYE operator and no amount', () => {
    const { cells, errors } = row({ engaged: 'umbrella', party_brn: null })
    expect([cells[11], cells.slice(15).join(''), cells.length, errors]).toEqual(['F', '', 25, []])
  })
  test('ends an engagement only within the quarter', () => {
    expect(cell(row({ end_date: day('2025-06-30') }), 14)).toBe('30/06/2025')
    expect(cell(row({ end_date: day('2025-07-06') }), 14)).toBe('')
    expect(cell(row({ end_date: day('2025-04-05') }), 14)).toBe('')
  })
})

describe('gaps: listed row by row', () => {
  test.each<[string, Partial<ReportedPayment>, string[]]>([
    ['a National Insurance number, with birth and gender known', { ni_number: null }, []],
    [
      'all three',
      { ni_number: null, date_of_birth: null, gender: null },
      [
        'Worker date of birth: is required without a National Insurance number',
        'Worker gender: is required without a National Insurance number',
      ],
    ],
    [
      'a wrong number',
      { ni_number: 'QQ123456C' },
      ['Worker National Insurance number: 2 letters, 6 digits, A to D'],
    ],
    [
      'the address',
      { address: null },
      [
        'Worker address line 1: is missing',
        'Worker address line 2: is missing',
        'Worker postcode: is missing',
      ],
    ],
    [
      'the UTR of a self-employed worker',
      { engaged: 'selfemployed' },
      ['Worker UTR: 10 digits are required'],
    ],
    [
      'the company number',
      { party_brn: '123' },
      ['Companies House registration number: 8 digits, or 2 letters and 6 digits'],
    ],
    ['the start', { start_date: null }, ['Start date of engagement: is missing']],
    ['a name too long', { last_name: 'B'.repeat(36) }, ['Worker surname: is longer than 35 characters']],
    [
      'nothing paid',
      { amount: parseMoney('0', GBP) },
      ["Amount paid for the worker's services: must be above zero"],
    ],
  ])('%s', (_what, change, errors) => {
    expect(row(change).errors).toEqual(errors)
  })
})

test('workers: from row 9, below reporter and headings', () => {
  const lines = fileLines({ name: 'Larkfield Talent', address: home }, [row(), row()])
  expect(lines[0]).toEqual(['Intermediary name', 'Larkfield Talent'])
  expect(lines[5]).toEqual(['Intermediary postcode', 'YO1 7AA'])
  expect(lines[7]).toEqual(template_columns)
  expect(lines.slice(8).map((line) => line[2])).toEqual(['Byron', 'Byron'])
})

test('a comma and a quote stay in their cell, a formula is guarded', () => {
  const lines = [['a,b', 'say "hi"', '=1+1', 'plain'], []].map(csvLine).join('')
  expect(lines).toBe('"a,b","say ""hi""",\'=1+1,plain\r\n\r\n')
})
