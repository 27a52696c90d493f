import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import * as f from '#entity/fields.ts'
import { guardCell } from '#kernel/cell-guard.ts'
import { cellText, typedCell } from './export-cells.ts'
import { csvLine } from './export-formats.ts'

test('a line of CSV reads back as the guarded cells, double quotes doubled', () => {
  const cells = ['plain', 'a,b', 'say "hi"', 'two\r\nlines', ' padded ', '', '=HYPERLINK("x","y")', 'Zoë £5']
  const line = csvLine(cells)
  expect(line).toContain('"say ""hi"""')
  expect(line.endsWith('\r\n')).toBe(true)
  expect(parse(line)).toEqual([cells.map(guardCell)])
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

test('a day is the same day wherever the server stands, and times are London’s', () => {
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
