import type pg from 'pg'
import { syncGrants } from '#data/grants.ts'
import { ensureRoles } from '../database-roles.ts'
import { migrate } from '../migrate.ts'

type PrepareOptions = { owner: pg.Pool; rolePrefix: string; roleSecret: string }

/** Roles, then migrations (they grant by name), then the grants. @returns the migrations applied now */
export async function prepareDatabase(options: PrepareOptions): Promise<string[]> {
  await ensureRoles(options.owner, options.rolePrefix, options.roleSecret)
  const applied = await migrate({ owner: options.owner, rolePrefix: options.rolePrefix })
  await syncGrants(options.owner, options.rolePrefix)
  return applied
}
