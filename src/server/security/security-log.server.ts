/** The security log of a server: events beside a request, kept also when its own work is rolled back. */
import type { Viewer } from '#entity/access.ts'
import type { Clock } from '#kernel/clock.ts'
import { type Instant, toMs } from '#kernel/instant.ts'
import type { Database } from '../database.ts'
import { sign_ins } from '../health/metrics.ts'
import type { Log } from '../log.ts'
import { inTransaction } from '../tx.ts'
import { requestFacts } from './request-facts.ts'
import { type SecurityEvent, writeSecurityEvent } from './security-write.server.ts'

const MINUTE_MS = 60_000
const LOOK_MS = 10_000
/** Refusals of one sort to a session within a minute, such as ids that it asked for in vain. */
const BURST = 20
const KEYS_MAX = 10_000
/** Kinds that are tries to sign in. */
const TRIES: ReadonlySet<string> = new Set(['sign_in', 'sign_in_quiet', 'throttled'])

type Missing = Pick<Viewer, 'user_id' | 'business_id' | 'session_id'>
type Missed = 'unknown records' | 'refused questions' | 'calls beyond a limit'

type Repeated = { readonly since: Instant; readonly event: SecurityEvent; more: number }

export type SecurityLog = {
  /** Never throws: a log that fails must not refuse a sign-in. */
  readonly note: (event: SecurityEvent) => Promise<void>
  /** A foreign or missing record, or another refusal that matters only in numbers. */
  readonly missed: (viewer: Missing, what?: Missed) => Promise<void>
  /** Writes the repeats counted so far. */
  readonly close: () => Promise<void>
}

/**
 * Refusals that repeat within a minute become a second row with their count: the first is written at once.
 */
export function openSecurityLog({
  database,
  clock,
  log,
}: {
  /** The connections of sessions: a sign-in does not wait for the work. */
  readonly database: Pick<Database['session'], 'transaction'>
  readonly clock: Clock
  readonly log: Log
}): SecurityLog {
  const repeated = new Map<string, Repeated>()
  const misses = new Map<string, { since: Instant; count: number }>()
  const isOver = (since: Instant) => toMs(clock.now()) - toMs(since) >= MINUTE_MS

  const write = async (event: SecurityEvent) => {
    try {
      await inTransaction(database, (tx) => writeSecurityEvent(tx, clock, event))
    } catch (error) {
      log.error({ err: error, security: event.kind }, 'a security event could not be kept')
    }
  }
  const flush = async (all: boolean) => {
    for (const [key, one] of repeated) {
      if (!all && !isOver(one.since)) continue
      repeated.delete(key)
      if (one.more > 0) await write({ ...one.event, count: one.more })
    }
    for (const [key, one] of misses) if (isOver(one.since)) misses.delete(key)
  }
  const timer = setInterval(() => void flush(false), LOOK_MS).unref()

  const note = async (given: SecurityEvent) => {
    if (TRIES.has(given.kind)) sign_ins.inc({ outcome: given.outcome })
    const facts = requestFacts()
    // The row of a repeat is written outside its request.
    const event: SecurityEvent = {
      ...given,
      user_id: given.user_id === undefined ? (facts?.viewer?.user_id ?? null) : given.user_id,
      business_id: given.business_id ?? facts?.viewer?.business_id ?? null,
    }
    if (event.outcome === 'ok') return write(event)
    const key = JSON.stringify([event, facts?.ip])
    const known = repeated.get(key)
    if (known && !isOver(known.since)) {
      known.more += 1
      return
    }
    if (known || repeated.size >= KEYS_MAX) await flush(repeated.size >= KEYS_MAX)
    repeated.set(key, { since: clock.now(), event, more: 0 })
    await write(event)
  }
  return {
    note,
    // A live connection has no facts of a request, so the person is given.
    missed: async ({ user_id, business_id, session_id }, what = 'unknown records') => {
      const key = `${session_id} ${what}`
      const seen = misses.get(key)
      const now = seen && !isOver(seen.since) ? seen : { since: clock.now(), count: 0 }
      now.count += 1
      misses.set(key, now)
      if (now.count === BURST)
        await note({
          kind: 'not_found_burst',
          outcome: 'refused',
          user_id,
          business_id,
          session_id,
          says: `${BURST} ${what} in a minute`,
        })
    },
    close: async () => {
      clearInterval(timer)
      await flush(true)
    },
  }
}

/** Refusals of a signed-in person; sign-in and forged calls have kinds of their own. */
export async function noteRefusal(security: SecurityLog, code: string): Promise<void> {
  const facts = requestFacts()
  const viewer = facts?.viewer
  if (!viewer) return
  const kind =
    facts.action_id === 'platform.impersonation.start' ? 'impersonation_refused' : 'permission_refused'
  if (code === 'not_allowed') await security.note({ kind, outcome: 'refused', says: facts.action_id ?? '' })
  if (code === 'not_found') await security.missed(viewer)
  if (code === 'too_many') await security.missed(viewer, 'calls beyond a limit')
}

/** Codes of the data endpoint for questions that the viewer may not ask. */
const OUTSIDE: ReadonlySet<string> = new Set(['validation-failed', 'data-exception', 'limit-exceeded'])

/** Refusals of the data endpoint: a forbidden write by itself, refused questions by their burst. */
export async function noteFault(security: SecurityLog, viewer: Missing, code: string): Promise<void> {
  const { user_id, business_id, session_id } = viewer
  if (code === 'permission-error')
    await security.note({ kind: 'permission_refused', outcome: 'refused', user_id, business_id, session_id })
  if (OUTSIDE.has(code)) await security.missed(viewer, 'refused questions')
}
