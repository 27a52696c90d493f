import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import * as f from '#entity/fields.ts'
import { guardCell } from '#kernel/cell-guard.ts'
import { csvLine } from '#kernel/csv-line.ts'
import {
  amountFormat,
  cellText,
  currencyAt,
  type ExportColumn,
  numberFormat,
  typedCell,
} from './export-cells.ts'
import { writeXlsx } from './export-xlsx.ts'

test('a line of CSV reads back as the guarded cells, double quotes doubled', () => {
  const cells = ['plain', 'a,b', 'say "hi"', 'two\r\nlines', ' padded ', '', '=HYPERLINK("x","y")', 'Zoë £5']
  const line = csvLine(cells)
  expect(line).toContain('"say ""hi"""')
  expect(line.endsWith('\r\n')).toBe(true)
  expect(parse(line)).toEqual([cells.map(guardCell)])
})

test('a line of CSV: quotes cells with a semicolon or a tab, so that no spreadsheet splits them', () => {
  for (const cells of [
    ['note;=1+1', 'next'],
    ['note\t=1+1', 'next'],
  ]) {
    const line = csvLine(cells)
    expect(parse(line)).toEqual([cells])
    expect(line).toBe(`"${cells[0]}",next\r\n`)
  }
})

test('amounts keep their pence, and negative ones get a quote in CSV and none in Excel', () => {
  const amount = f.money('Amount')
  expect(cellText(amount, '1234567890123.10')).toBe('1234567890123.10')
  expect(csvLine([cellText(amount, '-12.50')])).toBe("'-12.50\r\n")
  expect(typedCell(amount, '-12.50')).toBe(-12.5)
  expect(typedCell(amount, null)).toBeNull()
})

test.each([
  [f.rate('Rate'), '12.5000', '12.50'],
  [f.rate('Rate'), '12.3456', '12.3456'],
  [f.units('Units'), '7.5000', '7.5'],
  [f.units('Units'), '40.0000', '40'],
  [f.integer('Age'), '100', '100'],
])('%# numbers have the decimals they need', (shape, value, text) => {
  expect(cellText(shape, value)).toBe(text)
})

test('days are the same in every time zone, and times are London’s', () => {
  const [day, moment] = [f.day('Due'), f.instant('At')]
  expect(cellText(day, '2025-06-15')).toBe('2025-06-15')
  expect(typedCell(day, '2025-06-15')).toBe(45823)
  expect(typedCell(day, '1900-03-01')).toBe(61)
  expect(cellText(moment, '2025-06-15T23:30:00.000Z')).toBe('2025-06-16 00:30')
  expect(typedCell(moment, '2025-06-15T11:00:00.000Z')).toBe(45823.5)
})

test('choices, flags and tags read as on the screen', () => {
  expect(cellText(f.choice('Status', ['partly_funded']), 'partly_funded')).toBe('Partly funded')
  expect([true, false, null].map((value) => cellText(f.boolean('Late'), value))).toEqual(['Yes', 'No', ''])
  expect(cellText(f.json('Data'), { a: '1' })).toBe('{"a":"1"}')
})

test('text in Excel is guarded and has no sign that XML refuses', () => {
  expect(typedCell(f.text('Note'), '=1+1')).toBe("'=1+1")
  expect(typedCell(f.text('Note'), '\u0001=1+1')).toBe("'=1+1")
  expect(typedCell(f.text('Note'), 'a\u0000b\uffffc\td')).toBe('abc\td')
})

test('per cents are shares of one in Excel, without a digit that was not there', () => {
  const share = f.percent('Share')
  expect(['7.35', '2.5000', '0.1', '100', '-1.1'].map((value) => typedCell(share, value))).toEqual([
    0.0735, 0.025, 0.001, 1, -0.011,
  ])
  expect(numberFormat(share)).toBe('0.00##%')
  expect(cellText(share, '7.3500')).toBe('7.35')
})

test('the currency of an amount is that of its own record, else the only one; of two, none', () => {
  const fields = ['amount', 'invoice.net_amount', 'currency.alpha_code', 'invoice.currency.alpha_code']
  expect(currencyAt(fields, 'amount')).toBe(2)
  expect(currencyAt(fields, 'invoice.net_amount')).toBe(3)
  expect(currencyAt(fields, 'client.amount')).toBeUndefined()
  expect(currencyAt(['amount', 'base_currency.alpha_code', 'x.amount'], 'amount')).toBe(1)
  expect(currencyAt(['amount'], 'amount')).toBeUndefined()
})

test('amounts of each currency have its sign in Excel and stay numbers', async () => {
  const columns: ExportColumn[] = [
    { label: 'Amount', shape: f.money('Amount'), currency_at: 1 },
    { label: 'Currency', shape: f.code('Currency') },
    { label: 'Share', shape: f.percent('Share') },
    { label: 'Plain', shape: f.money('Plain') },
  ]
  const rows = [
    ['12.50', 'GBP', '2.5', '1.00'],
    ['-12.50', 'EUR', '2.5', '1.00'],
    ['9000000000000.10', 'CHF', null, '1.00'],
    ['3.00', null, '7.35', '1.00'],
    ['4.00', '=1+1', '7.35', '1.00'],
  ]
  async function* pages() {
    yield rows
  }
  const chunks: Uint8Array[] = []
  for await (const bytes of writeXlsx(columns, pages(), { title: 'Amounts', rows_held: rows.length }))
    chunks.push(bytes)
  const { sheets } = await readXlsx(Buffer.concat(chunks), { readStyles: true })
  expect(sheets[0]?.rows.slice(1).map((row) => [row[0], row[2], row[3]])).toEqual([
    [12.5, 0.025, 1],
    [-12.5, 0.025, 1],
    [9000000000000.1, null, 1],
    [3, 0.0735, 1],
    [4, 0.0735, 1],
  ])
  const forms = [1, 2, 3, 4, 5].map((row) => sheets[0]?.cells?.get(`${row},0`)?.style?.numFmt)
  expect(forms).toEqual(['[$£-809]#,##0.00', '[$€-2]#,##0.00', '"CHF" #,##0.00', '#,##0.00', '#,##0.00'])
  expect(amountFormat('=1+1')).toBeUndefined()
})
