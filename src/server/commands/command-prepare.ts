import { spawn } from 'node:child_process'
import type pg from 'pg'
import { syncGrants } from '#data/grants.ts'
import { ensureRoles } from '../database-roles.ts'
import { MigrationFailed, migrate, releaseBefore } from '../migrate.ts'
import type { BooksKeys } from '../seals/books-key.ts'
import { migrationCloser } from '../seals/close-seals.server.ts'
import type { Settings } from '../settings.ts'

type PrepareOptions = {
  owner: pg.Pool
  rolePrefix: string
  roleSecret: string
  /** Keys that close the seals of migrations. */
  booksKeys: BooksKeys | null
  settings?: Pick<Settings, 'beforeMigrate'>
}

/** Runs the operator's program before a database in use is migrated. @throws MigrationFailed when it fails */
async function runBefore(program: string): Promise<void> {
  const child = spawn(program, { stdio: 'inherit' })
  const ended = await new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(String(signal ?? code)))
  })
  if (ended !== '0')
    throw new MigrationFailed(`BEFORE_MIGRATE (${program}) ended with ${ended}. Nothing was changed.`)
}

/** Roles, then migrations (they grant by name), then the grants. @returns the migrations applied now */
export async function prepareDatabase(options: PrepareOptions): Promise<string[]> {
  await ensureRoles(options.owner, options.rolePrefix, options.roleSecret)
  const { owner, rolePrefix } = options
  const program = options.settings?.beforeMigrate ?? null
  if (program !== null && (await releaseBefore(owner)) !== null) await runBefore(program)
  const closeSeals = options.booksKeys && migrationCloser(options.booksKeys)
  const applied = await migrate({ owner, rolePrefix, closeSeals })
  await syncGrants(options.owner, options.rolePrefix)
  return applied
}
