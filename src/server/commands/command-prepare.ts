import type pg from 'pg'
import { syncGrants } from '#data/grants.ts'
import { ensureRoles } from '../database-roles.ts'
import { migrate } from '../migrate.ts'
import type { BooksKeys } from '../seals/books-key.ts'
import { migrationCloser } from '../seals/close-seals.server.ts'

type PrepareOptions = {
  owner: pg.Pool
  rolePrefix: string
  roleSecret: string
  /** Keys that close the seals of migrations. */
  booksKeys: BooksKeys | null
}

/** Roles, then migrations (they grant by name), then the grants. @returns the migrations applied now */
export async function prepareDatabase(options: PrepareOptions): Promise<string[]> {
  await ensureRoles(options.owner, options.rolePrefix, options.roleSecret)
  const { owner, rolePrefix } = options
  const closeSeals = options.booksKeys && migrationCloser(options.booksKeys)
  const applied = await migrate({ owner, rolePrefix, closeSeals })
  await syncGrants(options.owner, options.rolePrefix)
  return applied
}
