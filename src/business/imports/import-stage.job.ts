/** Reads the file of an import into rows: headers to fields, cells to values, with the faults of single cells. */
import { type RowErrors, readCells } from '#business/imports/import-cells.rules.ts'
import {
  isKnownHeader,
  type Mapping,
  mapHeaders,
  missingColumns,
  missingText,
  plainHeader,
  repeatedHeaders,
  requiredColumns,
} from '#business/imports/import-columns.rules.ts'
import type { ImportShape } from '#business/imports/import-kind.rules.ts'
import { RowKeys, type RowMark } from '#business/imports/row-keys.rules.ts'
import type { NewRow } from '#entity/new-row.ts'
import type { Clock } from '#kernel/clock.ts'
import { groupThousands } from '#kernel/decimal-text.ts'
import { precondition } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { newUuid } from '#kernel/uuid.ts'
import { type CsvForm, type CsvRow, csvText, findCsvForm, readCsv } from '#server/csv-read.ts'
import { inTransaction } from '#server/tx.ts'
import type { Tx } from '#server/verb.ts'
import { insertRows, unnestSql, updateRow } from '#server/write-row.server.ts'
import { import_file, import_row } from './import.entity.ts'
import {
  finishImport,
  type ImportDeps,
  ImportStopped,
  type ImportWork,
  requireTime,
  requireWanted,
  tellProgress,
} from './import-parts.job.ts'

export const import_rows_max = 50_000
const COLUMNS_MAX = 200
const BATCH = 500

export const stageText = {
  no_rows: 'The file has headers and no rows',
  gone: 'The file is not there any more. Please upload it again.',
  too_many_rows: `The file has more than ${groupThousands(String(import_rows_max))} rows. Please split it.`,
  too_many_columns: `The file has more than ${COLUMNS_MAX} columns`,
  one_column:
    'The cells of this file cannot be told apart: commas, semicolons, tabs or bars must stand between them. Please save it as CSV and upload that.',
  title_above:
    'The first row must be the headers, and it has one cell only. Please remove what stands above the headers and upload the file again.',
  no_headers: (headers: readonly string[]) =>
    `The first row must be the headers, and none of them is known. These are needed: ${headers.join(', ')}.`,
  repeated: (headers: readonly string[]) =>
    `More than one column is called ${headers.join(', more than one is called ')}. Please rename or remove all but one.`,
} as const

type Staged = ImportWork & { readonly form: CsvForm; readonly mapping: Mapping }

/**
 * Stages every row, after deleting rows staged by a killed worker.
 * @throws ImportStopped when a person has to choose columns first; precondition when the file cannot be read
 */
export async function stageImport(deps: ImportDeps, work: ImportWork): Promise<ImportWork> {
  const form = work.form ?? (await findCsvForm(await bytesOf(deps, work), knows(work.importer.shape)))
  const staged = await readHeader(deps, { ...work, form })
  const rows = new Rows(staged)
  const count = await stageRows(deps, staged, rows)
  if (count === 0) throw precondition(stageText.no_rows)
  return { ...staged, row_count: count }
}

const knows = (shape: ImportShape) => (header: string) => isKnownHeader(shape, header)

async function bytesOf({ files }: ImportDeps, { file_url }: ImportWork): Promise<AsyncIterable<Uint8Array>> {
  const file = await files.read(file_url)
  if (!file) throw precondition(stageText.gone)
  return file.stream
}

async function readHeader(deps: ImportDeps, work: ImportWork & { form: CsvForm }): Promise<Staged> {
  const { shape } = work.importer
  const columns = await headerOf(await bytesOf(deps, work), work.form, shape)
  const is_chosen = work.mapping.length === columns.length && columns.length > 0
  const mapping = is_chosen ? work.mapping : await firstMapping(deps, work, columns)
  const staged = { ...work, columns, mapping }
  await inTransaction(deps.database, async (tx) => {
    await requireWanted(tx, work.job_id)
    await updateRow(tx, import_file, work.id, {
      columns,
      mapping,
      encoding: work.form.encoding,
      delimiter: work.form.delimiter,
      row_count: 0,
      faulty_count: 0,
      updated_at: deps.clock.now(),
    })
    await tx.run('delete from platform.import_row where import_id = $1', [work.id])
    const missing = missingColumns(shape, mapping).map(({ header }) => header)
    if (missing.length > 0)
      await finishImport(tx, deps, work, { status: 'unmapped', message: missingText(missing) })
  })
  if (missingColumns(shape, mapping).length > 0) throw new ImportStopped('ended')
  return staged
}

async function headerOf(
  bytes: AsyncIterable<Uint8Array>,
  form: CsvForm,
  shape: ImportShape,
): Promise<string[]> {
  let isUnderTitle = false
  for await (const { cells } of readCsv(bytes, form)) {
    const columns = cells.map(plainHeader)
    while (columns.at(-1) === '') columns.pop()
    if (columns.length > COLUMNS_MAX) throw precondition(stageText.too_many_columns)
    if (isUnderTitle && columns.length > 1) throw precondition(stageText.title_above)
    // No choice of columns could fill a row; it may be a title above the headers.
    if (columns.length === 1 && requiredColumns(shape).length > 1) {
      isUnderTitle = true
      continue
    }
    const repeated = repeatedHeaders(columns)
    if (repeated.length > 0)
      throw precondition(
        columns.some((column) => isKnownHeader(shape, column))
          ? stageText.repeated(repeated)
          : stageText.no_headers(requiredColumns(shape).map(({ header }) => header)),
      )
    return columns
  }
  throw precondition(isUnderTitle ? stageText.one_column : csvText.empty)
}

/** As this person had it for a file with the same headers the last time; else as the headers say by themselves. */
async function firstMapping(
  { database }: ImportDeps,
  { id, viewer, importer }: ImportWork,
  columns: readonly string[],
): Promise<Mapping> {
  const own = mapHeaders(importer.shape, columns)
  if (missingColumns(importer.shape, own).length === 0) return own
  const [last] = await inTransaction(database, (tx) =>
    tx.rows<{ mapping: Mapping }>(
      `select mapping from platform.import
       where user_id = $1 and business_id = $2 and template = $3 and columns = $4::jsonb and id <> $5
         and status not in ('unmapped', 'refused') and deleted_at is null
       order by updated_at desc limit 1`,
      [viewer.user_id, viewer.business_id, importer.shape.template.name, JSON.stringify(columns), id],
    ),
  )
  return last?.mapping ?? own
}

type StagedRow = NewRow<typeof import_row>

/** Rows ready for the table; of a file it remembers only values that may not repeat. */
class Rows {
  readonly work: Staged
  readonly seen = new Map<string, Set<string>>()
  readonly units = new Map<string, number>()
  readonly keys: RowKeys
  /** Faults of rows that were read before the one that shows them. */
  readonly marks: RowMark[] = []
  constructor(work: Staged) {
    this.work = work
    this.keys = new RowKeys(work.importer.shape.key)
  }

  read({ no, cells }: CsvRow, clock: Clock): StagedRow {
    const { importer, mapping, form, viewer } = this.work
    const { shape } = importer
    const read = readCells(shape, mapping, cells, { decimal_comma: form.delimiter === ';' })
    const errors: Record<string, string> = { ...read.errors, ...this.repeats(shape, read.values) }
    const id = newUuid(clock)
    this.marks.push(...this.keys.marksOf({ id, no }, read.values))
    return {
      id,
      import_id: this.work.id,
      row_no: no,
      unit_no: this.unitOf(shape, read.values, no),
      cells,
      status: 'waiting',
      errors,
      effects: null,
      entity: null,
      entity_id: null,
      human_id: null,
      business_id: viewer.business_id,
      user_id: viewer.user_id,
      created_at: clock.now(),
      updated_at: clock.now(),
    }
  }

  private repeats(shape: ImportShape, values: Readonly<Record<string, string>>): RowErrors {
    const errors: Record<string, string> = {}
    for (const field of shape.unique) {
      const value = values[field]?.toLowerCase()
      if (value === undefined) continue
      const seen = this.seen.get(field) ?? new Set()
      if (seen.has(value)) errors[field] = validationText.duplicate_value
      this.seen.set(field, seen.add(value))
    }
    return errors
  }

  private unitOf(shape: ImportShape, values: Readonly<Record<string, string>>, no: number): number {
    const [first_field] = shape.unit ?? []
    // A row without its key is a unit of its own.
    if (first_field === undefined || values[first_field] === undefined) return no
    const value = JSON.stringify(shape.unit?.map((field) => values[field]?.toUpperCase()))
    const first = this.units.get(value) ?? no
    this.units.set(value, first)
    return first
  }
}

async function stageRows(deps: ImportDeps, work: Staged, rows: Rows): Promise<number> {
  let batch: StagedRow[] = []
  let count = 0
  const write = async (isLast: boolean) => {
    requireTime(deps)
    await inTransaction(deps.database, async (tx) => {
      await requireWanted(tx, work.job_id)
      await insertRows(tx, import_row, batch)
      await markRows(tx, rows.marks)
      await tellProgress(tx, deps, work.job_id, { total: count, done: 0 })
      // Only a file that was staged whole has a count.
      if (isLast) await countRows(tx, work.id, count)
    })
    batch = []
    rows.marks.length = 0
  }
  let isHeader = true
  for await (const row of readCsv(await bytesOf(deps, work), work.form)) {
    if (isHeader) {
      isHeader = false
      continue
    }
    count += 1
    if (count > import_rows_max) throw precondition(stageText.too_many_rows)
    batch.push(rows.read(row, deps.clock))
    if (batch.length === BATCH) await write(false)
  }
  await write(true)
  return count
}

const mark_columns = { id: 'uuid', field: 'text', message: 'text' } as const

async function markRows(tx: Tx, marks: readonly RowMark[]): Promise<void> {
  if (marks.length === 0) return
  const params: unknown[] = []
  const from = unnestSql<RowMark>(mark_columns, marks, params, 'm')
  await tx.run(
    `update platform.import_row r set errors = r.errors || jsonb_build_object(m.field, m.message)
     from ${from} where r.id = m.id`,
    params,
  )
}

/** Stores the counts of the rows. */
export async function countRows(tx: Tx, import_id: string, row_count?: number): Promise<void> {
  await tx.run(
    `update platform.import i set row_count = coalesce($2, row_count), faulty_count = n.faulty, applied_count = n.applied,
       failed_count = n.failed
     from (select count(*) filter (where status in ('faulty', 'failed'))::int as faulty,
         count(*) filter (where status = 'applied')::int as applied,
         count(*) filter (where status = 'failed')::int as failed
       from platform.import_row where import_id = $1) n where i.id = $1`,
    [import_id, row_count ?? null],
  )
}
