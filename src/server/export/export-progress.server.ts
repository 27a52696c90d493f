/** Progress and cancellation of an export, through its job. */
import type { Clock } from '#kernel/clock.ts'
import type { Database } from '../database.ts'
import { isConnectionLoss, isPassing } from '../failure.ts'
import { LeaseLost } from '../job-lease.server.ts'
import { inTransaction } from '../tx.ts'
import type { Tx } from '../verb.ts'

/** The export stops, and nothing of it is kept. */
export class Stopped extends Error {
  override name = 'Stopped'
  readonly outcome: 'ended' | 'resting'
  constructor(outcome: 'ended' | 'resting') {
    super(outcome)
    this.outcome = outcome
  }
}

export interface Progress {
  /** Counts read rows. @throws Stopped when the job was cancelled */
  readonly read: (rows: number) => Promise<void>
  readonly rows: () => number
  readonly setTotal: (total: number) => void
  /** Waits for slow work until the job is cancelled. @throws Stopped */
  readonly whileWanted: <T>(work: Promise<T>) => Promise<T>
  /** Fires when the job is cancelled. */
  readonly signal: AbortSignal
  readonly close: () => void
}

interface ProgressDeps {
  readonly database: Pick<Database, 'transaction'>
  readonly clock: Clock
  /** True when the process is ending: the export restarts elsewhere. */
  readonly isStopping?: (() => boolean) | undefined
  /** Milliseconds between two looks at the job. */
  readonly pace_ms?: number | undefined
}

const PACE_MS = 400

/** With a removable listener: a race against one long promise would hold every answer until the end. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason as Error) // A Stopped, see follow.
    work.catch(() => {}) // Nobody awaits it after a cancellation.
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}

/** Watches the job while it runs: between pages, and during one slow step. */
export function follow(
  { database, clock, isStopping, pace_ms = PACE_MS }: ProgressDeps,
  id: string,
): Progress {
  const abort = new AbortController()
  let written = 0
  let total = 0
  let looked_ms = Number.NEGATIVE_INFINITY
  const stop = (outcome: Stopped['outcome']): Stopped => {
    const stopped = new Stopped(outcome)
    abort.abort(stopped)
    return stopped
  }
  const look = async () => {
    looked_ms = performance.now()
    if (isStopping?.()) throw stop('resting')
    const changed = await inTransaction(database, (tx) =>
      tx.run(
        `update platform.job set total = $2, done = $3, updated_at = $4 where id = $1 and status = 'running'`,
        [id, total, written, clock.now()],
      ),
    ).catch((error: unknown) => {
      if (error instanceof LeaseLost) return 0
      throw error
    })
    if (changed === 0) throw stop('ended')
  }
  const onTheSide = async () => {
    if (performance.now() - looked_ms < pace_ms || abort.signal.aborted) return
    try {
      await look()
    } catch (error) {
      // Callers report a lost database connection.
      if (!(error instanceof Stopped) && !isConnectionLoss(error)) throw error
    }
  }
  const timer = setInterval(() => void onTheSide(), Math.max(pace_ms, 50))
  timer.unref()
  return {
    read: async (rows) => {
      written += rows
      abort.signal.throwIfAborted()
      if (performance.now() - looked_ms >= pace_ms) await look()
    },
    rows: () => written,
    setTotal: (rows) => {
      total = rows
    },
    whileWanted: (work) => untilAborted(work, abort.signal),
    signal: abort.signal,
    close: () => {
      clearInterval(timer)
      if (!abort.signal.aborted) abort.abort(new Stopped('ended'))
    },
  }
}

/**
 * Runs a job that reads one snapshot and leaves a file. It changes nothing else, so another worker starts it over.
 * @returns 'ended' when there is nothing more to do, 'resting' when it stopped because the process ends
 * @throws when the database is away; the queue tries again
 */
export async function runSnapshotJob<J>(
  deps: ProgressDeps,
  job_id: string,
  steps: {
    readonly take: (tx: Tx) => Promise<J>
    readonly work: (job: J, progress: Progress) => Promise<void>
    readonly fail: (error: unknown) => Promise<void>
  },
): Promise<'ended' | 'resting'> {
  let progress: Progress | null = null
  try {
    const job = await inTransaction(deps.database, steps.take)
    progress = follow(deps, job_id)
    await steps.work(job, progress)
    return 'ended'
  } catch (error) {
    if (error instanceof Stopped) return error.outcome
    if (isPassing(error)) throw error
    await steps.fail(error)
    return 'ended'
  } finally {
    progress?.close()
  }
}
