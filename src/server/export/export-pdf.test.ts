import { expect, test } from 'vitest'
import * as f from '#entity/fields.ts'
import { instant } from '#kernel/instant.ts'
import type { About, ExportColumn } from './export-cells.ts'
import { countedText, printedList } from './export-pdf.ts'

const about: About = {
  title: 'Invoices',
  business_name: 'Acme',
  user_name: 'Robin',
  as_of: instant('2025-06-30T23:30:00.000Z'),
  facts: [],
  rows_matched: 1,
  rows_held: 1,
}
const text = (label: string): ExportColumn => ({ label, shape: f.text(label) })
const columns = (count: number) => Array.from({ length: count }, (_, at) => text(`Column ${at}`))
const long = 'a name of some twenty-six let'

test('few columns: upright; more: across; many: larger paper', () => {
  const paperOf = (count: number) => {
    const { paper, landscape } = printedList(columns(count), [Array<string>(count).fill(long)], about)
    return `${paper}${landscape ? ' across' : ''}`
  }
  expect([2, 4, 5, 6, 8, 9, 30].map(paperOf)).toEqual([
    'a4',
    'a4',
    'a4 across',
    'a4 across',
    'a3 across',
    'a3 across',
    'a3 across',
  ])
})

test('numbers: right-aligned and unbroken; long text may break', () => {
  const amount = { label: 'Net', shape: f.money('Net') }
  const unbroken = 'x'.repeat(60)
  const page = printedList(
    [amount, ...columns(20)],
    [['1,234,567.00', ...Array<string>(20).fill(unbroken)]],
    about,
  )
  expect(page.columns.map(({ right }) => right)).toEqual([true, ...Array<boolean>(20).fill(false)])
  expect(page.cells[0]).toBe('1,234,567.00')
  expect(page.columns[0]?.share).toBeGreaterThanOrEqual(12)
  expect(page.cells[1]).toContain('\u200b')
  expect(page.cells[1]?.replaceAll('\u200b', '')).toBe(unbroken)
})

test('fitting text: unchanged', () => {
  const shown = [['Approved', 'TMS001123', 'Brightwater Analytics Ltd']]
  const page = printedList(
    [text('Status'), { label: 'Id', shape: f.human_id('Id') }, text('Client')],
    shown,
    about,
  )
  expect(page.cells).toEqual(shown[0])
})

test('the day of the document is London’s, and the rows are counted as they are there', () => {
  expect(printedList([text('x')], [], about).date).toEqual({ year: 2025, month: 7, day: 1 })
  expect(countedText(about)).toBe('1 row')
  expect(countedText({ ...about, rows_matched: 12_345, rows_held: 5_000 })).toBe(
    'The first 5,000 of 12,345 rows. A PDF holds at most 5,000; CSV and Excel hold them all.',
  )
})
