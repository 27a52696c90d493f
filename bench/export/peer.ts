/**
 * The fastest libraries by their own examples, in a process of their own: rows by hand-written SQL, then Papa Parse's
 * `unparse` for CSV, and ExcelJS's streaming writer. Prints one line of JSON.
 */
import { stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import pg from 'pg'
import { HAND } from './asked.ts'
import type { Measured } from './case.ts'

interface Papa {
  unparse(rows: readonly (readonly unknown[])[]): string
}
interface Writer {
  addWorksheet(name: string): { addRow(row: readonly unknown[]): { commit(): void }; commit(): void }
  commit(): Promise<void>
}
interface Excel {
  readonly stream: { readonly xlsx: { readonly WorkbookWriter: new (options: object) => Writer } }
}

export interface PeerCase {
  readonly url: string
  readonly file: string
  readonly format: 'csv' | 'excel'
}
/** Both the whole way from the database, and the writing alone. */
export interface PeerMeasured extends Measured {
  readonly write_seconds: number
}

const require = createRequire(new URL('../peers/package.json', import.meta.url))

async function write({ file, format }: PeerCase, rows: readonly (readonly unknown[])[]): Promise<void> {
  if (format === 'csv') {
    const papa = require('papaparse') as Papa // The pinned version, above.
    return writeFile(file, papa.unparse(rows))
  }
  const excel = require('exceljs') as Excel // The pinned version, above.
  const workbook = new excel.stream.xlsx.WorkbookWriter({ filename: file })
  const sheet = workbook.addWorksheet('Invoices')
  for (const row of rows) sheet.addRow(row).commit()
  sheet.commit()
  await workbook.commit()
}

/** Days as dates and amounts as numbers for Excel, text for CSV: as each file should have them. */
function typed(row: readonly unknown[], format: PeerCase['format']): unknown[] {
  return row.map((cell, at) => {
    if (format === 'csv' || at < 6) return cell
    return at < 8 ? new Date(`${cell}T00:00:00Z`) : Number(cell)
  })
}

async function measure(asked: PeerCase): Promise<PeerMeasured> {
  pg.types.setTypeParser(1082, (text) => text)
  const client = new pg.Client({ connectionString: asked.url })
  await client.connect()
  const read = async (limit: string) => {
    const { rows } = await client.query<unknown[]>({ text: HAND + limit, rowMode: 'array' })
    return rows.map((row) => typed(row, asked.format))
  }
  try {
    await write(asked, await read(' limit 5000'))
    globalThis.gc?.()
    const before = process.memoryUsage.rss()
    const from = performance.now()
    const rows = await read('')
    const middle = performance.now()
    await write(asked, rows)
    const until = performance.now()
    return {
      rows: rows.length,
      seconds: (until - from) / 1000,
      write_seconds: (until - middle) / 1000,
      rise_mib: Math.max(0, process.resourceUsage().maxRSS * 1024 - before) / 2 ** 20,
      megabytes: (await stat(asked.file)).size / 1e6,
    }
  } finally {
    await client.end()
  }
}

process.stdout.write(`${JSON.stringify(await measure(JSON.parse(process.argv[2] ?? '{}') as PeerCase))}\n`) // As main.ts sends it.
