/** The sign of life of a process: its row in platform.node, marked every 20 seconds. */

import type { Clock } from '#kernel/clock.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { Database } from '../database.ts'
import { longSlots } from '../job-slot-counts.ts'
import type { Log } from '../log.ts'
import { productVersion } from '../product-version.ts'

export type NodeKind = 'all' | 'serve' | 'worker'

const BEAT_MS = 20_000
/** A process without a mark for this long is taken for dead. */
export const DEAD_SECONDS = 60

type Beat = {
  readonly id: string
  /** Stops the marks and removes the row. */
  readonly close: () => Promise<void>
}

/** Marks this process until closed; rows of processes dead for a day go. */
export async function startBeat({
  database,
  clock,
  log,
  kind,
  address,
}: {
  readonly database: Pick<Database, 'session'>
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
  readonly kind: NodeKind
  readonly address: string | null
}): Promise<Beat> {
  const { pool } = database.session
  const id = newUuid(clock)
  const started_at = clock.now()
  const mark = () =>
    pool.query(
      `with gone as (delete from platform.node where seen_at < $5::timestamptz - interval '1 day')
       insert into platform.node (id, kind, version, address, started_at, seen_at, long_slots)
       values ($1, $2, $3, $4, $6, $5, $7)
       on conflict (id) do update set seen_at = excluded.seen_at`,
      [id, kind, productVersion(), address, clock.now(), started_at, kind === 'serve' ? 0 : longSlots()],
    )
  await mark()
  const timer = setInterval(() => {
    mark().catch((error: unknown) => log.warn({ err: error }, 'this process could not mark itself alive'))
  }, BEAT_MS).unref()
  return {
    id,
    close: async () => {
      clearInterval(timer)
      // Without a database the row goes stale by itself.
      await pool.query('delete from platform.node where id = $1', [id]).catch(() => undefined)
    },
  }
}
