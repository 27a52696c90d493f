/**
 * The file formats of an exported list. Each writer pulls pages of rows and yields bytes, holding one page at a time.
 */
import { csvLine } from '#kernel/csv-line.ts'
import { instant } from '#kernel/instant.ts'
import { type About, cellText, type ExportColumn, type Pages } from './export-cells.ts'
import { writePdf } from './export-pdf.ts'
import { writeXlsx } from './export-xlsx.ts'

export interface ExportFormat {
  readonly name: 'CSV' | 'Excel' | 'PDF' | 'JSON lines'
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

async function* writeCsv(columns: readonly ExportColumn[], pages: Pages): AsyncGenerator<Uint8Array> {
  yield Buffer.from(csvLine(columns.map((column) => column.label)))
  const shapes = columns.map(({ shape }) => shape)
  for await (const rows of pages) {
    let text = ''
    for (const row of rows) text += csvLine(shapes.map((shape, at) => cellText(shape, row[at])))
    yield Buffer.from(text)
  }
}

/** One object a row, for programs: values as they are kept, moments in UTC, nothing for a cell's guard to change. */
async function* writeJsonLines(columns: readonly ExportColumn[], pages: Pages): AsyncGenerator<Uint8Array> {
  for await (const rows of pages) {
    let text = ''
    for (const row of rows) {
      const entries = columns.map(({ label, shape }, at) => [label, jsonValue(shape, row[at])])
      text += `${JSON.stringify(Object.fromEntries(entries))}\n`
    }
    yield Buffer.from(text)
  }
}

const jsonValue = ({ kind }: ExportColumn['shape'], value: unknown): unknown =>
  kind === 'instant' && typeof value === 'string' ? instant(value) : (value ?? null)

export const formats: Readonly<Record<'csv' | 'excel' | 'pdf' | 'json_lines', ExportFormat>> = {
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
  json_lines: {
    name: 'JSON lines',
    ending: 'jsonl',
    content_type: 'application/x-ndjson; charset=utf-8',
    rows_max: Number.POSITIVE_INFINITY,
    beyond: 'refuse',
    write: writeJsonLines,
  },
}
