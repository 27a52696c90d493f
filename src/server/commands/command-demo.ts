import type pg from 'pg'
import { openFiles } from '../storage.server.ts'
import type { Installation } from './command-installation.ts'
import type { SignIn } from './command-parts.ts'

/** Marks a demo world as begun, and as complete. */
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

/** @throws Error when a demo would be shown to others, or loaded beside other data */
export async function requireFitDemo({
  settings,
  database: { owner },
}: Pick<Installation, 'settings' | 'database'>): Promise<void> {
  const { rows } = await owner.query<{ is_demo: boolean }>('select is_demo from platform.installation')
  const is_demo = rows[0]?.is_demo ?? false
  if (is_demo && !settings.demo)
    throw new Error('This database holds the demo and its published passwords. Use an empty one.')
  if (!is_demo && settings.demoAsked && !(await isEmpty(owner)))
    throw new Error(
      'STINT_DEMO is on and this database holds other data. Set STINT_DEMO=off, or use an empty database.',
    )
}

/** A demo load that was killed half-way; it is thrown away, not continued. */
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
  onWeek: (done: number, weeks: number) => void,
): Promise<boolean> {
  const { owner } = installation.database
  if ((await markerOf(owner)) !== null || !(await isEmpty(owner))) return false
  const { loadDemo } = await import('#demo/load.ts')
  await owner.query('insert into schema_history.demo default values')
  // Its thousands of commits need not reach the disk: a crash restarts the load, and the marker's own commit carries
  // them all. Its weekly statements are planned once for all values.
  const database = installation.openWith({ synchronous_commit: 'off', plan_cache_mode: 'force_generic_plan' })
  try {
    await loadDemo(
      { database: { ...database, ...database.jobs }, files: openFiles(installation.settings.files) },
      onWeek,
    )
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
