import type pg from 'pg'
import { openFiles } from '../storage.server.ts'
import type { Installation } from './command-installation.ts'
import type { SignIn } from './command-parts.ts'

/** Whether a demo world was begun here, and whether it came to its end. */
const MARKER = `create table if not exists schema_history.demo (
  only_row boolean primary key default true check (only_row),
  begun_at timestamptz not null default now(),
  loaded_at timestamptz)`

type Marker = { loaded: boolean }

async function markerOf(owner: pg.Pool): Promise<Marker | null> {
  await owner.query(MARKER)
  const { rows } = await owner.query<Marker>(
    'select loaded_at is not null as loaded from schema_history.demo',
  )
  return rows[0] ?? null
}

async function isEmpty(owner: pg.Pool): Promise<boolean> {
  const { rowCount } = await owner.query('select from business.business limit 1')
  return rowCount === 0
}

/** A loading that was killed half-way left a world that nobody has used: it is not to be gone on with. */
export async function hasHalfDemo(owner: pg.Pool): Promise<boolean> {
  const { rows } = await owner.query<{ known: boolean }>(
    `select to_regclass('schema_history.demo') is not null as known`,
  )
  if (!rows[0]?.known) return false
  const marker = await markerOf(owner)
  return marker !== null && !marker.loaded
}

/** Loads the demo world into an empty database. @returns true when it was loaded now */
export async function loadDemoOnce(
  installation: Installation,
  say: (sentence: string) => void,
): Promise<boolean> {
  const { owner } = installation.database
  if ((await markerOf(owner)) !== null || !(await isEmpty(owner))) return false
  const { loadDemo } = await import('#demo/load.ts')
  await owner.query('insert into schema_history.demo default values')
  // Each of its thousands of commits need not reach the disk: what a crash leaves half done is thrown away
  // at the next start, and the marker's own commit below carries them all.
  // And its statements, which come again every week, are planned once for all their values.
  const database = installation.openWith({ synchronous_commit: 'off', plan_cache_mode: 'force_generic_plan' })
  try {
    await loadDemo({ database, files: openFiles(installation.settings.files) }, say)
  } finally {
    await database.close()
  }
  await owner.query('update schema_history.demo set loaded_at = now()')
  await owner.query('analyze')
  return true
}

/** The one-click sign-ins, when this is a demo database. */
export async function signInsOf(installation: Installation): Promise<SignIn[]> {
  const marker = await markerOf(installation.database.owner)
  if (!marker?.loaded) return []
  const { demoSignIns } = await import('#demo/load.ts')
  return demoSignIns()
}
