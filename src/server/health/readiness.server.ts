/** Takes the measurements of readiness. Costly values are remembered for a while. */
import { statfs } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../database.ts'
import { readMigrations } from '../migrate.ts'
import type { Settings } from '../settings.ts'
import type { Files } from '../storage.server.ts'
import { DEAD_SECONDS } from './node-beat.server.ts'
import { type OutboxAge, oldestOf, outbox_ages } from './outbox-age.ts'
import type { Measured } from './readiness.rules.ts'

const DATABASE_MS = 1000
const LOOP_WINDOW_MS = 10_000
const NANO_A_MS = 1_000_000

type Deps = {
  readonly settings: Settings
  readonly database: Pick<Database, 'session' | 'jobs'>
  readonly files: Files
}

/** The value of `measure`, taken again when it is older than this; null where it failed. */
function remembered<T>(for_ms: number, measure: () => Promise<T>): () => Promise<T | null> {
  let at_ms = Number.NEGATIVE_INFINITY
  let last: Promise<T | null> = Promise.resolve(null)
  return () => {
    if (performance.now() - at_ms > for_ms) {
      at_ms = performance.now()
      last = measure().catch(() => null)
    }
    return last
  }
}

/** The 99th percentile of the event loop's delay in the last whole window. */
class LoopWatch {
  readonly #delays: ReturnType<typeof monitorEventLoopDelay>
  readonly #timer: NodeJS.Timeout
  #last_ms = 0

  constructor() {
    this.#delays = monitorEventLoopDelay({ resolution: 20 })
    this.#delays.enable()
    this.#timer = setInterval(() => {
      this.#last_ms = this.#delays.percentile(99) / NANO_A_MS
      this.#delays.reset()
    }, LOOP_WINDOW_MS).unref()
  }

  get p99_ms(): number {
    return this.#last_ms
  }

  close(): void {
    clearInterval(this.#timer)
    this.#delays.disable()
  }
}

type Answered = { readonly ms: number; readonly is_read_only: boolean }

async function askDatabase({ session }: Pick<Database, 'session'>): Promise<Answered> {
  const from = performance.now()
  const { rows } = await session.pool.query<{ read_only: string }>(
    `select current_setting('transaction_read_only') as read_only`,
  )
  return { ms: Math.round(performance.now() - from), is_read_only: rows[0]?.read_only === 'on' }
}

async function canWrite(files: Files): Promise<boolean> {
  const draft = await files.draft()
  await draft.write(new Uint8Array([0]))
  await draft.discard()
  return true
}

async function disk({ home, files }: Settings): Promise<{ ratio: number; bytes: number }> {
  const folders = files.kind === 'folder' ? [home, files.folder] : [home]
  // A folder that is not made yet lies on its parent's disk, which is asked as well.
  const found = await Promise.all(folders.map((folder) => statfs(folder).catch(() => null)))
  const places = found.flatMap((one) =>
    one ? [{ ratio: one.bavail / one.blocks, bytes: one.bavail * one.bsize }] : [],
  )
  return places.reduce((worst, one) => (one.ratio < worst.ratio ? one : worst), {
    ratio: 1,
    bytes: Number.MAX_SAFE_INTEGER,
  })
}

type Shared = { live_workers: number; missing: number; unknown: number }

async function shared({ session }: Pick<Database, 'session'>): Promise<Shared> {
  const { rows: nodes } = await session.pool.query<{ n: number }>(
    `select count(*)::int as n from platform.node
     where kind in ('all', 'worker') and seen_at > now() - make_interval(secs => ${DEAD_SECONDS})`,
  )
  const { rows } = await session.pool.query<{ name: string }>('select name from schema_history.file')
  const applied = new Set(rows.map((row) => row.name))
  const ours = new Set(readMigrations().map((file) => file.name))
  return {
    live_workers: nodes[0]?.n ?? 0,
    missing: [...ours].filter((name) => !applied.has(name)).length,
    unknown: [...applied].filter((name) => !ours.has(name)).length,
  }
}

type Work = { outbox_oldest_s: number; jobs_waiting: number; broken_checks: number | null }

async function work({ jobs }: Pick<Database, 'jobs'>): Promise<Work> {
  const { rows: ages } = await jobs.app.query<OutboxAge>(outbox_ages)
  const { rows } = await jobs.app.query<Omit<Work, 'outbox_oldest_s'>>(
    `select
       (select count(*)::int from platform.job where status = 'queued' and deleted_at is null and not is_held) as jobs_waiting,
       (select count(*) filter (where cardinality(broken) > 0)::int from platform.check_result
         having count(*) > 0) as broken_checks`,
  )
  const [row] = rows
  if (!row) throw new Error('A count has one row.')
  return { ...row, outbox_oldest_s: oldestOf(ages) }
}

export type Readiness = {
  readonly measure: () => Promise<Measured>
  /** From now on the process is stopping. */
  readonly stop: () => void
  readonly isStopping: () => boolean
  readonly close: () => void
}

export function openReadiness({ settings, database, files }: Deps): Readiness {
  const loop = new LoopWatch()
  const readFiles = remembered(30_000, () => canWrite(files))
  const readDisk = remembered(10_000, () => disk(settings))
  const readShared = remembered(10_000, () => shared(database))
  const readWork = remembered(10_000, () => work(database))
  let is_stopping = false
  return {
    measure: async () => {
      const late = new AbortController()
      const answer = await Promise.race([
        askDatabase(database).catch(() => null),
        pause(DATABASE_MS, null, { signal: late.signal, ref: false }).catch(() => null),
      ])
      late.abort()
      // A database that is away is asked nothing more: each question would wait for a connection.
      const [may_write, place, common, waiting] = await Promise.all([
        readFiles(),
        readDisk(),
        answer ? readShared() : null,
        answer ? readWork() : null,
      ])
      return {
        is_stopping,
        database_ms: answer?.ms ?? null,
        is_read_only: answer?.is_read_only ?? false,
        migrations_missing: common?.missing ?? null,
        migrations_unknown: common?.unknown ?? null,
        can_write_files: may_write ?? false,
        disk_free_ratio: place?.ratio ?? 0,
        disk_free_bytes: place?.bytes ?? 0,
        loop_p99_ms: loop.p99_ms,
        live_workers: common?.live_workers ?? null,
        outbox_oldest_s: waiting?.outbox_oldest_s ?? null,
        jobs_waiting: waiting?.jobs_waiting ?? null,
        broken_checks: waiting?.broken_checks ?? null,
      }
    },
    stop: () => {
      is_stopping = true
    },
    isStopping: () => is_stopping,
    close: () => loop.close(),
  }
}
