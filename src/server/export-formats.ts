/** The files that a list is exported as. Each writer pulls pages of rows and gives bytes, holding one page at a time. */
import { writeXlsxStream } from 'hucre/xlsx'
import { cellText, type ExportColumn, guardCell, numberFormat, typedCell } from './export-cells.ts'

/** Cells of a row as the data endpoint gave them, in the order of the columns. */
export type ExportRow = readonly unknown[]
type Pages = AsyncIterable<readonly ExportRow[]>

export interface ExportFormat {
  readonly name: 'CSV' | 'Excel'
  readonly ending: string
  readonly content_type: string
  /** Rows that one file holds besides its header. */
  readonly rows_max: number
  readonly write: (columns: readonly ExportColumn[], pages: Pages, title: string) => AsyncIterable<Uint8Array>
}

/** A line of CSV (RFC 4180): guarded, quoted where it must be, double quotes doubled (spec §5). */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(text: string): string {
  const guarded = guardCell(text)
  return /[",\r\n]|^\s|\s$/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}

async function* writeCsv(columns: readonly ExportColumn[], pages: Pages): AsyncGenerator<Uint8Array> {
  yield Buffer.from(csvLine(columns.map((column) => column.label)))
  for await (const rows of pages) {
    const lines = rows.map((row) => csvLine(columns.map(({ shape }, at) => cellText(shape, row[at]))))
    yield Buffer.from(lines.join(''))
  }
}

async function* excelRows(columns: readonly ExportColumn[], pages: Pages) {
  for await (const rows of pages)
    for (const row of rows) yield columns.map(({ shape }, at) => typedCell(shape, row[at]))
}

/** Excel refuses names of sheets with these signs or more than 31 letters. */
const sheetName = (title: string) => title.replace(/[[\]:*?/\\']/g, ' ').slice(0, 31) || 'Export'

async function* writeExcel(
  columns: readonly ExportColumn[],
  pages: Pages,
  title: string,
): AsyncGenerator<Uint8Array> {
  yield* writeXlsxStream(excelRows(columns, pages), {
    name: sheetName(title),
    freezePane: { rows: 1 },
    columns: columns.map(({ label, shape }) => {
      const numFmt = numberFormat(shape)
      return { header: guardCell(label), width: widthOf(label, shape.kind), ...(numFmt ? { numFmt } : {}) }
    }),
  })
}

const widthOf = (label: string, kind: string) =>
  Math.max(label.length + 2, kind === 'text' ? 24 : kind === 'instant' ? 18 : 12)

export const formats = {
  csv: {
    name: 'CSV',
    ending: 'csv',
    content_type: 'text/csv; charset=utf-8',
    rows_max: Number.POSITIVE_INFINITY,
    write: writeCsv,
  },
  excel: {
    name: 'Excel',
    ending: 'xlsx',
    content_type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    rows_max: 1_048_575,
    write: writeExcel,
  },
} as const satisfies Readonly<Record<string, ExportFormat>>
