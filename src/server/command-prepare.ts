import { existsSync } from 'node:fs'
import type pg from 'pg'
import { migrate } from './migrate.ts'
import { ensureRoles } from './roles.ts'

type GrantsModule = { syncGrants: (owner: pg.Pool, rolePrefix: string) => Promise<void> }

/** Column grants follow from the access declarations; they are brought up to date with them at each start. */
export async function grant(owner: pg.Pool, rolePrefix: string): Promise<void> {
  const file = new URL('../data/grants.ts', import.meta.url)
  if (!existsSync(file)) return
  const { syncGrants } = (await import(/* @vite-ignore */ file.href)) as GrantsModule // What that file exports.
  await syncGrants(owner, rolePrefix)
}

export type PrepareOptions = { owner: pg.Pool; rolePrefix: string; roleSecret: string }

/** Roles, then migrations (they grant by name), then the grants. @returns the migrations applied now */
export async function prepareDatabase(options: PrepareOptions): Promise<string[]> {
  await ensureRoles(options.owner, options.rolePrefix, options.roleSecret)
  const applied = await migrate({ owner: options.owner, rolePrefix: options.rolePrefix })
  await grant(options.owner, options.rolePrefix)
  return applied
}
