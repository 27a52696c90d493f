/** Writes the file of one export: reads the list as its viewer sees it, and keeps the file with its completed job. */
import { entities, findEntity } from '#business/entities.ts'
import { attachment } from '#business/platform/file.entity.ts'
import { type ReportMailing, report_mail_topic } from '#business/report-mailing/report-schedule.rules.ts'
import { findTemplate } from '#business/templates.ts'
import { endpointOf } from '#data/execute.server.ts'
import { readWholeList } from '#data/read-rows.server.ts'
import type { Viewer } from '#entity/access.ts'
import type { Entity } from '#entity/entity.ts'
import type { Where } from '#entity/filter.ts'
import { findField } from '#entity/path.ts'
import { assert, present } from '#kernel/assert.ts'
import type { Clock } from '#kernel/clock.ts'
import { groupThousands } from '#kernel/decimal-text.ts'
import { notAllowed, precondition } from '#kernel/errors.ts'
import { instantFromMs, toMs } from '#kernel/instant.ts'
import { newUuid } from '#kernel/uuid.ts'
import { insertRow } from '#server/write-row.server.ts'
import type { Connection, Database } from '../database.ts'
import { writeOutbox } from '../mail/outbox-write.server.ts'
import type { FileDraft, Files } from '../storage.server.ts'
import { inTransaction } from '../tx.ts'
import type { Tx } from '../verb.ts'
import { readViewerOfContact } from '../viewer-read.server.ts'
import { type About, currencyAt, type ExportColumn } from './export-cells.ts'
import { type ExportFormat, formats } from './export-formats.ts'
import { type ExportRow, type LinesOf, plainLines, templateLines } from './export-lines.ts'
import { type Progress, Stopped } from './export-progress.server.ts'

/** As checked and stored by start-export.server.ts. */
export type Asked = {
  readonly entity: string
  readonly format: keyof typeof formats
  readonly title: string
  readonly facts: About['facts']
  readonly where: Where
  /** For a scheduled report: the arguments of its rows. */
  readonly args?: Readonly<Record<string, unknown>>
  readonly order_by: readonly Where[]
  readonly columns: readonly { readonly field: string; readonly label: string }[]
  readonly template?: string
  /** For a scheduled report (report-send.job.ts). */
  readonly mailing?: ReportMailing
}
export type ExportJob = { readonly id: string; readonly viewer: Viewer; readonly asked: Asked }

type FileDeps = {
  readonly database: Pick<Database, 'transaction' | 'reader'>
  /** One for all jobs, since it remembers the schema. */
  readonly shared_database?: Pick<Database, 'transaction' | 'reader'>
  readonly clock: Clock
  readonly files: Pick<Files, 'draft'>
}

/** Days until a file is deleted. */
export const KEPT_DAYS = 7
const day_ms = 86_400_000

const counted = (rows: number) => groupThousands(String(rows))
const rowsText = (rows: number) => (rows === 1 ? '1 row' : `${counted(rows)} rows`)

const tooMany = ({ name, rows_max }: ExportFormat, rows: number) =>
  `A file of ${name} holds ${rowsText(rows_max)} and ${counted(rows)} match. Please filter the list, or export it as CSV.`

/** A connection of the viewer's category in a repeatable-read transaction; it ends once all rows are read. */
export type Snapshot = { readonly client: Connection; readonly end: () => Promise<void> }

/**
 * Lays out and keeps the file with no transaction open.
 * @throws Stopped when the job was cancelled; nothing of the file is kept
 */
export async function writeFile(
  deps: FileDeps,
  job: ExportJob,
  { client, end }: Snapshot,
  progress: Progress,
): Promise<void> {
  const { asked, viewer } = job
  const { database, shared_database = database, clock } = deps
  const entity = present(findEntity(asked.entity), 'the entity of an export')
  const format: ExportFormat = formats[asked.format]
  const columns = columnsOf(asked, entity)
  const list = await progress.whileWanted(
    readWholeList({ endpoint: endpointOf({ database: shared_database, clock }), client, clock }, viewer, {
      entity,
      where: asked.where,
      ...(asked.args ? { args: asked.args } : {}),
      order_by: asked.order_by,
      paths: pathsOf(asked),
      ...(format.beyond === 'cut' ? { limit: format.rows_max } : {}),
    }),
  )
  if (list.count > format.rows_max && format.beyond === 'refuse')
    throw precondition(tooMany(format, list.count))
  const about = aboutOf(job, { matched: list.count, held: Math.min(list.count, format.rows_max), clock })
  progress.setTotal(about.rows_held)
  const draft = await deps.files.draft()
  try {
    const lines = { written: 0 }
    const pages = linesFrom({ pages: list.pages, end }, linesFor(asked, list.paths), progress, lines)
    await copy(format.write(columns, pages, about, progress.signal), draft, progress)
    assert(progress.rows() === about.rows_held, 'every row that was counted is in the file')
    await keep(deps, job, draft, { entity, format, about, lines: lines.written })
  } finally {
    await draft.discard()
  }
}

function columnsOf({ columns }: Asked, entity: Entity): ExportColumn[] {
  const fields = columns.map(({ field }) => field)
  return columns.map(({ field, label }) => {
    const shape = present(findField(entities, entity, field), 'a field of an export').field
    const at = shape.kind === 'money' ? currencyAt(fields, field) : undefined
    return { label, shape, ...(at === undefined ? {} : { currency_at: at }) }
  })
}

function linesFor({ template, columns }: Asked, read_paths: readonly string[]): LinesOf {
  const found = template === undefined ? null : findTemplate(template)
  if (found) return templateLines(found, read_paths)
  return plainLines(
    columns.map(({ field }) => field),
    read_paths,
  )
}

function pathsOf({ template, columns }: Asked): string[] {
  const days = template === undefined ? undefined : findTemplate(template)?.lines?.days
  return [...columns.map(({ field }) => field), ...(days ? [days.from, days.to] : [])]
}

function aboutOf(
  { asked, viewer }: ExportJob,
  { matched, held, clock }: { matched: number; held: number; clock: Clock },
): About {
  return {
    title: asked.title,
    business_name: viewer.business_name,
    user_name: viewer.user_name,
    as_of: clock.now(),
    facts: asked.facts,
    rows_matched: matched,
    rows_held: held,
  }
}

async function* linesFrom(
  { pages, end }: { readonly pages: AsyncIterable<readonly ExportRow[]> } & Pick<Snapshot, 'end'>,
  linesOf: LinesOf,
  progress: Progress,
  lines: { written: number },
): AsyncGenerator<readonly ExportRow[]> {
  for await (const rows of pages) {
    await progress.read(rows.length)
    const page = linesOf(rows)
    lines.written += page.length
    yield page
  }
  await end()
}

/** Every wait of the writer ends when the job is cancelled. */
async function copy(bytes: AsyncIterable<Uint8Array>, draft: FileDraft, progress: Progress): Promise<void> {
  const from = bytes[Symbol.asyncIterator]()
  for (;;) {
    const { done, value } = await progress.whileWanted(from.next())
    if (done) return
    await draft.write(value)
  }
}

/** The file and the completed job, together; a cancelled job keeps neither. */
async function keep(
  { database, clock }: FileDeps,
  job: ExportJob,
  draft: FileDraft,
  { entity, format, about, lines }: { entity: Entity; format: ExportFormat; about: About; lines: number },
): Promise<void> {
  await inTransaction(database, async (tx) => {
    // Nobody may delete a file of the same bytes between its writing and the row that names it.
    await tx.run('select pg_advisory_xact_lock_shared(hashtextextended($1, 0))', [FILES_LOCK])
    const going = await tx.row(
      `select id from platform.job where id = $1 and status = 'running' for update`,
      [job.id],
    )
    if (!going) throw new Stopped('ended')
    // Read again: a removed role or a deactivated person gets no file (quality S9).
    const viewer = await readViewerOfContact(tx, job.viewer.business_contact_id, job.viewer)
    if (viewer === null) throw notAllowed()
    const { file_url, sha256, size_bytes } = await draft.keep()
    const now = clock.now()
    const file_name = fileName(job.asked, entity, clock.today(), format)
    // Without parties, so that no list shows it: only its job, which is its user's alone, leads to it.
    await insertRow(tx, attachment, {
      id: newUuid(clock),
      business_id: viewer.business_id,
      parent_entity: 'platform.job',
      parent_id: job.id,
      file_name,
      file_url,
      content_type: format.content_type,
      size_bytes,
      sha256,
      created_by: viewer.user_id,
      provider_id: null,
      agency_id: null,
      client_id: null,
      contractor_id: null,
      funder_id: null,
      created_at: now,
      updated_at: now,
    })
    await tx.run(
      `update platform.job set status = 'completed', total = $2, done = $2, message = $3, updated_at = $4, finished_at = $4,
         file_name = $5, file_size = $6, has_file = true, file_expires_at = $7
       where id = $1`,
      [
        job.id,
        about.rows_held,
        doneText(about, lines),
        now,
        file_name,
        size_bytes,
        instantFromMs(toMs(now) + KEPT_DAYS * day_ms),
      ],
    )
    if (job.asked.mailing) await tellMail(tx, job.id)
  })
}

/** The outcome of a scheduled report's file goes to its mail (report.mail.ts). */
export const tellMail = (tx: Tx, job_id: string): Promise<void> =>
  writeOutbox(tx, [{ topic: report_mail_topic, fact_key: `report_file:${job_id}`, payload: { job_id } }])

/** Held while files are kept or deleted. */
export const FILES_LOCK = 'files of exports'

function fileName({ title }: Asked, entity: Entity, today: string, { ending }: ExportFormat): string {
  const name = title
    .replace(/[^\p{L}\p{N} .()&,-]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return `${name || entity.plural} ${today}.${ending}`
}

/** Experience.md, tension 9: every effective cap is stated. */
function doneText({ rows_held, rows_matched }: About, lines: number): string {
  if (rows_held < rows_matched)
    return `The first ${rowsText(rows_held)} of ${counted(rows_matched)} exported: a PDF holds no more`
  return lines === rows_held
    ? `${rowsText(rows_held)} exported`
    : `${rowsText(rows_held)} exported as ${counted(lines)} ${lines === 1 ? 'line' : 'lines'}`
}
