/** Imports as a worker carries them out, without the queue: a file in, jobs run, rows looked at. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { type ImportDeps, importJobKind } from '#business/imports/import-parts.job.ts'
import { runImport } from '#business/imports/import-run.job.ts'
import { startImport } from '#business/imports/start-import.server.ts'
import { verbs } from '#business/verbs.ts'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { csvLine } from '#kernel/csv-line.ts'
import { perform } from '#server/perform.server.ts'
import { folderFiles } from '#server/storage.server.ts'
import type { TestDatabase } from '#test/database.ts'
import { act, type World } from '#test/fixtures/world.ts'
import { killedWork } from '#test/killed-work.ts'

type ImportRow = {
  id: string
  status: string
  template: string
  columns: string[]
  mapping: (string | null)[]
  delimiter: string
  encoding: string
  row_count: number
  faulty_count: number
  applied_count: number
  failed_count: number
  message: string | null
  job_id: string
}
export type FileRow = {
  row_no: number
  status: string
  errors: Record<string, string>
  entity_id: string | null
  human_id: string | null
}

export const csv = (...lines: readonly (readonly string[])[]) => lines.map(csvLine).join('')

export type Importing = ReturnType<typeof importing>

export function importing(world: World & { database: TestDatabase }) {
  const folder = mkdtempSync(join(tmpdir(), 'stint-import-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const files = folderFiles(folder)
  const { database, clock } = world
  // What is no refusal is a bug: the test shall see it.
  const log = {
    error: (found: unknown) => {
      throw new Error('work on an import failed', { cause: found })
    },
  }
  const deps: ImportDeps = { database, clock, files, log }
  const { sql } = database

  const look = async (id: string): Promise<ImportRow> =>
    present((await sql<ImportRow>('select * from platform.import where id = $1', id))[0], 'the import')

  /** Carries out what the import waits for. */
  const run = async (id: string, more: Partial<ImportDeps> = {}): Promise<ImportRow> => {
    const { job_id } = await look(id)
    const kind = present(await importJobKind(database, job_id), 'work on an import')
    await runImport({ ...deps, ...more }, kind, job_id)
    return look(id)
  }
  /** Hands a file in; its check waits. */
  const upload = async (
    by: Viewer,
    action_id: string,
    content: string | Uint8Array,
    file_name = 'rows.csv',
  ): Promise<string> => {
    const stored = await files.put(typeof content === 'string' ? Buffer.from(content) : content)
    const known = new Map([...verbs, [startImport.action_id, startImport]])
    const input = { action_id, file_name, ...stored }
    const made = await perform({ database, clock, verbs: known }, by, startImport.action_id, input, null)
    return (made as { id: string }).id // As startImport answers.
  }
  const check = async (by: Viewer, action_id: string, content: string | Uint8Array): Promise<ImportRow> =>
    run(await upload(by, action_id, content))
  const rows = (id: string): Promise<FileRow[]> =>
    sql<FileRow>(
      'select row_no, status, errors, entity_id, human_id from platform.import_row where import_id = $1 order by row_no',
      id,
    )
  const errors = async (id: string): Promise<Record<number, Record<string, string>>> =>
    Object.fromEntries(
      (await rows(id))
        .filter((row) => Object.keys(row.errors).length > 0)
        .map((row) => [row.row_no, row.errors]),
    )
  const apply = async (by: Viewer, id: string, mode: 'valid' | 'all' = 'valid'): Promise<ImportRow> => {
    await act(world, by, 'platform.import.apply', { id, mode })
    return run(id)
  }
  const undo = async (by: Viewer, id: string): Promise<ImportRow> => {
    await act(world, by, 'platform.import.undo', { id })
    return run(id)
  }
  /**
   * Works on it in another process that is killed at a commit; true when it was, false when it had done all before.
   * `file` is its program, where a test has bundled it.
   */
  const killed = async (id: string, die: string, file?: string): Promise<boolean> =>
    killedWork({ database, clock, folder }, (await look(id)).job_id, die, file)
  return { deps, killed, files, sql, look, run, upload, check, rows, errors, apply, undo }
}

/** Tables whose rows say what was done, by whom and how far; and counters, whose numbers are not given twice. */
const histories = [
  'log.%',
  'platform.import%',
  'platform.job',
  'platform.fair_share',
  'platform.lease',
  'platform.outbox',
  'platform.idempotency',
  'platform.human_id_counter',
  'transaction.%_activity',
  'auth.%',
]

/** Every live row of every table of the product, as text: what an undone import leaves exactly as it was. */
export async function dump(database: TestDatabase): Promise<Record<string, string[]>> {
  const { rows: tables } = await database.owner.query<{ name: string; soft: boolean }>(
    `select format('%I.%I', n.nspname, c.relname) as name,
       exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'deleted_at') as soft
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'graphile_worker')
       and not (n.nspname || '.' || c.relname like any ($1)) order by 1`,
    [histories],
  )
  const found: Record<string, string[]> = {}
  for (const { name, soft } of tables) {
    const { rows } = await database.owner.query<{ row: string }>(
      `select r::text as row from ${name} r ${soft ? 'where deleted_at is null' : ''} order by 1`,
    )
    found[name] = rows.map(({ row }) => row)
  }
  return found
}
