/**
 * The file formats of an exported list. Each writer pulls pages of rows and yields bytes, holding one page at a time.
 */
import { guardCell } from '#kernel/cell-guard.ts'
import { type About, cellText, type ExportColumn, type Pages } from './export-cells.ts'
import { writePdf } from './export-pdf.ts'
import { writeXlsx } from './export-xlsx.ts'

export interface ExportFormat {
  readonly name: 'CSV' | 'Excel' | 'PDF'
  readonly ending: string
  readonly content_type: string
  /** Rows that one file holds besides its header. */
  readonly rows_max: number
  /** Beyond the limit: refused, or cut with a note in the file. */
  readonly beyond: 'refuse' | 'cut'
  readonly write: (
    columns: readonly ExportColumn[],
    pages: Pages,
    about: About,
    signal: AbortSignal,
  ) => AsyncIterable<Uint8Array>
}

/** A line of CSV (RFC 4180): guarded, quoted where it must be, double quotes doubled (spec §5). */
export function csvLine(cells: readonly string[]): string {
  let line = ''
  for (let at = 0; at < cells.length; at += 1) line += (at === 0 ? '' : ',') + csvCell(cells[at] ?? '')
  return `${line}\r\n`
}

const needs_quotes = /[",\r\n]|^\s|\s$/
const plain = /^[A-Za-z0-9][A-Za-z0-9 .:/_-]*[A-Za-z0-9]$/

function csvCell(text: string): string {
  // Most cells: nothing to guard, nothing to quote.
  if (plain.test(text)) return text
  const guarded = guardCell(text)
  return needs_quotes.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}

async function* writeCsv(columns: readonly ExportColumn[], pages: Pages): AsyncGenerator<Uint8Array> {
  yield Buffer.from(csvLine(columns.map((column) => column.label)))
  const shapes = columns.map(({ shape }) => shape)
  for await (const rows of pages) {
    let text = ''
    for (const row of rows) text += csvLine(shapes.map((shape, at) => cellText(shape, row[at])))
    yield Buffer.from(text)
  }
}

export const formats: Readonly<Record<'csv' | 'excel' | 'pdf', ExportFormat>> = {
  csv: {
    name: 'CSV',
    ending: 'csv',
    content_type: 'text/csv; charset=utf-8',
    rows_max: Number.POSITIVE_INFINITY,
    beyond: 'refuse',
    write: writeCsv,
  },
  excel: {
    name: 'Excel',
    ending: 'xlsx',
    content_type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    rows_max: 1_048_575,
    beyond: 'refuse',
    write: writeXlsx,
  },
  pdf: {
    name: 'PDF',
    ending: 'pdf',
    content_type: 'application/pdf',
    // Experience.md, tension 9: the second cap of spec §9.
    rows_max: 5_000,
    beyond: 'cut',
    write: writePdf,
  },
}
