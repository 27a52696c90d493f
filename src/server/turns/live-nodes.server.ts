import type pg from 'pg'
import { DEAD_SECONDS } from '../health/node-beat.server.ts'

const LOOK_MS = 20_000

export type LiveNodes = {
  /** Servers that answer requests, this one too. */
  readonly count: () => number
  readonly look: () => Promise<void>
  readonly close: () => void
}

/** Counts the live servers again and again. Without a database the last count stays. */
export function countNodes(pool: pg.Pool): LiveNodes {
  let nodes = 1
  const look = async () => {
    const { rows } = await pool.query<{ n: number }>(
      `select count(*)::int as n from platform.node
       where kind <> 'worker' and seen_at > clock_timestamp() - make_interval(secs => ${DEAD_SECONDS})`,
    )
    nodes = Math.max(1, rows[0]?.n ?? 1)
  }
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_MS).unref()
  return { count: () => nodes, look, close: () => clearInterval(timer) }
}
