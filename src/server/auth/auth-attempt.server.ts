/**
 * Slows down password guessing without locking anybody out (quality S8): failures of one address count against that
 * address only; many addresses at one user only slow each try.
 */
import type pg from 'pg'
import { type Instant, instantFromMs, toMs } from '#kernel/instant.ts'

export const WINDOW_MS = 15 * 60_000
const FREE_TRIES = 5
const TRIES_OF_ADDRESS = 50
const FREE_TRIES_OF_USER = 20

/** Recent failures. */
type Failures = {
  /** This address for this user; `last` is the latest. */
  readonly pair: number
  readonly last_of_pair: Instant | null
  /** This address for anybody. */
  readonly address: number
  /** This user from anywhere. */
  readonly user: number
}

export type Verdict = { readonly wait_seconds: number } | { readonly delay_ms: number }

/** Refuse for `wait_seconds`, or go on after `delay_ms`. */
export function judge(failures: Failures, now: Instant): Verdict {
  if (failures.address >= TRIES_OF_ADDRESS) return { wait_seconds: WINDOW_MS / 1000 }
  const over = failures.pair - FREE_TRIES
  if (over >= 0 && failures.last_of_pair) {
    const pause_ms = Math.min(2 ** over * 5_000, WINDOW_MS)
    const left_ms = toMs(failures.last_of_pair) + pause_ms - toMs(now)
    if (left_ms > 0) return { wait_seconds: Math.ceil(left_ms / 1000) }
  }
  const crowd = failures.user - FREE_TRIES_OF_USER
  return { delay_ms: crowd > 0 ? Math.min(100 * crowd, 3_000) : 0 }
}

/** Failed sign-ins within the window. */
export async function failuresOf(pool: pg.Pool, email: string, ip: string, now: Instant): Promise<Failures> {
  const { rows } = await pool.query<Failures>(
    `select count(*) filter (where email = $1 and ip = $2)::int as pair,
       max(at) filter (where email = $1 and ip = $2) as last_of_pair,
       count(*) filter (where ip = $2)::int as address,
       count(*) filter (where email = $1)::int as "user"
     from auth.attempt where (email = $1 or ip = $2) and at > $3`,
    [email, ip, instantFromMs(toMs(now) - WINDOW_MS)],
  )
  return rows[0] ?? { pair: 0, last_of_pair: null, address: 0, user: 0 }
}

export async function recordFailure(pool: pg.Pool, email: string, ip: string, now: Instant): Promise<void> {
  await pool.query('insert into auth.attempt (email, ip, at) values ($1, $2, $3)', [email, ip, now])
}

/** A right password clears this address's failures for this user. */
export async function forgetFailures(pool: pg.Pool, email: string, ip: string): Promise<void> {
  await pool.query('delete from auth.attempt where email = $1 and ip = $2', [email, ip])
}

/** Deletes attempts outside the window; run by the worker. */
export async function sweepAttempts(pool: pg.Pool, now: Instant): Promise<void> {
  await pool.query('delete from auth.attempt where at < $1', [instantFromMs(toMs(now) - 24 * 60 * 60_000)])
}
