import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Logger, runMigrations } from 'graphile-worker'
import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import type pg from 'pg'
import { roleName, withRolePrefix } from './database-roles.ts'
import { statementsAlone } from './migrate-text.rules.ts'
import { productVersion } from './product-version.ts'

/** The record of applied migrations is outside the product's own schemas. */
const HISTORY = 'schema_history'
const FILE_NAME = /^\d{4}_[a-z0-9_]+\.sql$/

/** Names and hashes of landed files (scripts/freeze.ts). */
const FROZEN = 'frozen.json'

const migrationsFolder = fileURLToPath(new URL('../../migrations/', import.meta.url))

export type MigrationFile = { name: string; text: string; hash: string }

/** The migrations in their order. @throws when a file's name does not fit `NNNN_name.sql` */
export function readMigrations(folder = migrationsFolder): MigrationFile[] {
  const names = readdirSync(folder)
    .filter((name) => name !== FROZEN)
    .sort()
  return names.map((name) => {
    if (!FILE_NAME.test(name)) throw new Error(`migrations/${name} is not named NNNN_name.sql.`)
    const text = readFileSync(join(folder, name), 'utf8')
    return { name, text, hash: createHash('sha256').update(text).digest('hex') }
  })
}

/** The release that applied a file; null where it was applied before releases were noted. */
type HistoryRow = { name: string; hash: string; version: string | null }
type HistoryTables = { 'schema_history.file': HistoryRow }

/** A migration that failed; nothing of its run is kept. The message is for the operator. */
export class MigrationFailed extends Error {
  override name = 'MigrationFailed'
  /** Of the command that migrates. */
  readonly exit_code = 3
}

/** An applied migration must not change. */
function refuseEdited(files: readonly MigrationFile[], applied: readonly HistoryRow[]): void {
  const known = new Map(files.map((file) => [file.name, file.hash]))
  for (const { name, hash } of applied) {
    const now = known.get(name)
    if (now === hash) continue
    const what = now === undefined ? 'is missing' : 'was changed'
    throw new Error(
      `migrations/${name} ${what}, but this database has it already: restore the file and put the change into a new one (or, while developing, start on an empty database).`,
    )
  }
}

/** The line of a file where PostgreSQL found the fault; its position counts characters from 1. */
function faultyLine(text: string, error: unknown): string {
  const position = Number((error as { position?: string }).position ?? 0) // Errors of pg carry the position.
  return position > 0 ? ` line ${text.slice(0, position).split('\n').length}` : ''
}

/** Closes the seals of all pending files, in their transaction; the name is that of the last file. */
type CloseSeals = (
  connection: {
    readonly query: <R>(text: string, values?: unknown[]) => Promise<{ rows: R[] }>
  },
  migration: string,
) => Promise<void>

/**
 * @param runs the sentence about the release that still runs on this database
 * @param closeSeals of the last pending file
 */
function migrationOf(
  file: MigrationFile,
  rolePrefix: string,
  runs: string,
  closeSeals: CloseSeals | null,
): Migration {
  const text = withRolePrefix(file.text, rolePrefix)
  return {
    up: async (db: Kysely<HistoryTables>) => {
      const [alone] = statementsAlone(text)
      if (alone !== undefined)
        throw new MigrationFailed(
          `Migration ${file.name} holds "${alone}", which cannot run in a transaction. Nothing was changed.${runs}`,
        )
      try {
        await sql.raw(text).execute(db)
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        throw new MigrationFailed(
          `Migration ${file.name}${faultyLine(text, error)} failed: ${reason}. Nothing was changed.${runs}`,
          { cause: error },
        )
      }
      await db
        .insertInto('schema_history.file')
        .values({ name: file.name, hash: file.hash, version: productVersion() })
        .execute()
      const query = <R>(asked: string, values: unknown[] = []) =>
        db.executeQuery<R>(CompiledQuery.raw(asked, values))
      await closeSeals?.({ query }, file.name)
    },
  }
}

const providerOf = (
  files: readonly MigrationFile[],
  rolePrefix: string,
  runs: string,
  closeSeals: CloseSeals | null,
): MigrationProvider => ({
  getMigrations: () =>
    Promise.resolve(
      Object.fromEntries(
        files.map((file) => {
          const close = file === files.at(-1) ? closeSeals : null
          return [file.name, migrationOf(file, rolePrefix, runs, close)]
        }),
      ),
    ),
})

const quiet = new Logger(() => () => undefined)

/**
 * graphile-worker brings the queue's tables; verbs add jobs and workers run them as `app`. Its row security allows
 * only the owner, so `app` gets a policy on each table.
 */
async function migrateQueue(owner: pg.Pool, rolePrefix: string): Promise<void> {
  await runMigrations({ pgPool: owner, logger: quiet })
  const app = roleName(rolePrefix, 'app')
  // One transaction; servers that start at the same time take turns.
  await owner.query(`
    select pg_advisory_xact_lock(hashtext('stint queue grants'));
    grant usage on schema graphile_worker to ${app};
    grant all on all tables in schema graphile_worker to ${app};
    grant all on all sequences in schema graphile_worker to ${app};
    grant execute on all functions in schema graphile_worker to ${app};
    do $$ declare shut regclass; begin
      for shut in select oid from pg_class
        where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity
          and not exists (select from pg_policy where polrelid = pg_class.oid and polname = '${app}')
      loop execute format('create policy ${app} on %s to ${app} using (true) with check (true)', shut); end loop;
    end $$`)
}

/** The release of databases that were migrated before releases were noted. */
const FIRST_RELEASE = '0.1.0'

/** The release of a database that lacks some of these migrations; null for a new or current one. */
export async function releaseBefore(
  owner: Pick<pg.Pool, 'query'>,
  files: readonly MigrationFile[] = readMigrations(),
): Promise<string | null> {
  const { rows: asked } = await owner.query<{ is_there: boolean }>(
    `select to_regclass('${HISTORY}.file') is not null as is_there`,
  )
  if (asked[0]?.is_there !== true) return null
  const { rows } = await owner.query<{ name: string; version: string | null }>(
    `select name, to_jsonb(f) ->> 'version' as version from ${HISTORY}.file f order by name`,
  )
  const applied = new Set(rows.map(({ name }) => name))
  const last = rows.at(-1)
  if (last === undefined || files.every(({ name }) => applied.has(name))) return null
  return last.version ?? FIRST_RELEASE
}

type MigrateOptions = {
  owner: pg.Pool
  rolePrefix: string
  files?: readonly MigrationFile[]
  closeSeals?: CloseSeals | null
}

/** Any number, as long as it is the same for every server of a database. */
const LOCK = 7_382_114

/** One server at a time changes the schema or the grants of a database; others wait for it. */
export async function alone<T>(owner: pg.Pool, work: () => Promise<T>): Promise<T> {
  const holder = await owner.connect()
  try {
    await holder.query('select pg_advisory_lock($1)', [LOCK])
    return await work()
  } finally {
    // Ending the connection gives the lock back, whatever state the work left it in.
    holder.release(true)
  }
}

/**
 * Brings the database to the schema of this version, all pending files in one transaction under one lock.
 * Roles must exist, since migrations grant to them by name. Takes two connections of `owner`.
 * @returns the names of the files applied now
 * @throws MigrationFailed when a file fails, and when an applied file was edited; then nothing of this call is kept
 */
export function migrate({
  owner,
  rolePrefix,
  files = readMigrations(),
  closeSeals = null,
}: MigrateOptions): Promise<string[]> {
  return alone(owner, () => migrateAlone(owner, rolePrefix, files, closeSeals))
}

async function migrateAlone(
  owner: pg.Pool,
  rolePrefix: string,
  files: readonly MigrationFile[],
  closeSeals: CloseSeals | null,
): Promise<string[]> {
  // Never destroyed: that would end the pool, which is the caller's.
  const db = new Kysely<HistoryTables>({ dialect: new PostgresDialect({ pool: owner }) })
  await owner.query(`
    create schema if not exists ${HISTORY};
    create table if not exists ${HISTORY}.file (
      name text primary key, hash text not null, applied_at timestamptz not null default now());
    alter table ${HISTORY}.file add column if not exists version text`)
  const applied = await db
    .selectFrom('schema_history.file')
    .select(['name', 'hash', 'version'])
    .orderBy('name')
    .execute()
  refuseEdited(files, applied)
  const version = applied.at(-1)?.version
  const runs = version ? ` Release v${version} still runs on this database.` : ''
  const migrator = new Migrator({
    db,
    provider: providerOf(files, rolePrefix, runs, closeSeals),
    migrationTableSchema: HISTORY,
    migrationTableName: 'migration',
    migrationLockTableName: 'migration_lock',
  })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw error instanceof Error ? error : new Error(String(error))
  await migrateQueue(owner, rolePrefix)
  return results.filter((result) => result.status === 'Success').map((result) => result.migrationName)
}
