/** The classes of work that take turns, with their limits (docs/operations.md, fair use). */
import { availableParallelism } from 'node:os'

export type TurnLimits = {
  /** Turns under way of one session, of one business, and of this process. */
  readonly session: number
  readonly business: number
  readonly process: number
  /** Turns that may wait, of one session or of one business. */
  readonly waiting: number
  readonly waiting_of: 'session' | 'business'
  readonly longest_wait_ms: number
  /** The limit of a business holds over all servers: each takes its part, yet never less than `least`. */
  readonly shared?: { readonly least: number }
}

const SECOND = 1_000

const CORES = availableParallelism()
/** PDF processes of one server, of some 400 MiB each. A core stays free for requests. */
export const PDF_PROCESSES = Math.max(1, Math.min(4, CORES - 1))
/** Reads work the processors of the database, most often these: more at once only share them. A machine of one core counts as two. */
const upTo = (most: number, share: number): number => Math.min(most, Math.max(2, CORES) * share)

/** Reads of a session on a machine of many cores. */
export const SESSION_READS_MAX = 6

export const TURN_CLASSES = {
  /** GraphQL, queries and lists. */
  read: {
    session: upTo(SESSION_READS_MAX, 1),
    business: upTo(12, 2),
    process: upTo(12, 3),
    waiting: 60,
    waiting_of: 'session',
    longest_wait_ms: 5 * SECOND,
    shared: { least: 4 },
  },
  verb: {
    session: 4,
    business: 6,
    process: 10,
    waiting: 20,
    waiting_of: 'business',
    longest_wait_ms: 5 * SECOND,
    shared: { least: 2 },
  },
  pdf: {
    session: 2,
    business: 4,
    process: PDF_PROCESSES,
    waiting: 20,
    waiting_of: 'business',
    longest_wait_ms: 20 * SECOND,
  },
  download: {
    session: 4,
    business: 8,
    process: 32,
    waiting: 16,
    waiting_of: 'business',
    longest_wait_ms: 5 * SECOND,
  },
  /** Uploads, and statements of a bank. */
  upload: {
    session: 2,
    business: 4,
    process: 8,
    waiting: 8,
    waiting_of: 'business',
    longest_wait_ms: 5 * SECOND,
  },
  /** Open connections of live queries; none waits. */
  socket: {
    session: 20,
    business: 100,
    process: 5_000,
    waiting: 0,
    waiting_of: 'business',
    longest_wait_ms: 0,
  },
  live_query: {
    session: 300,
    business: 2_000,
    process: 10_000,
    waiting: 0,
    waiting_of: 'business',
    longest_wait_ms: 0,
  },
} as const satisfies Record<string, TurnLimits>

export type TurnClass = keyof typeof TURN_CLASSES

/** The provider's staff work for all agencies. */
export const PROVIDER_TIMES = 4

/** A core stays free for the work of others, and a thread of Node's four for their files. */
const PASSWORD_CHECKS = Math.max(1, Math.min(3, CORES - 1))

/** Checks of passwords take memory and processor time. They belong to no session, so a network takes the place of a business. */
export const PASSWORD_LIMITS: TurnLimits = {
  session: PASSWORD_CHECKS,
  business: PASSWORD_CHECKS,
  process: PASSWORD_CHECKS,
  waiting: 50,
  waiting_of: 'business',
  // Fifty of a single core, at most 0.3 s each.
  longest_wait_ms: 15 * SECOND,
}
