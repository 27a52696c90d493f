/** Runs live queries: those of one plan together, a few statements at once, each half again where one fails. */
import type { Clock } from '#kernel/clock.ts'
import type { Database } from '#server/database.ts'
import { joinRoots } from '../execute.server.ts'
import { type DataFault, faultOf, isForTheLog } from '../fault.ts'
import { LIMITS } from '../limits.ts'
import { parameters, requestFacts } from '../run.server.ts'
import { type Batch, type BatchEntry, type Changed, runBatch } from './live-batch.server.ts'
import type { Cohort, Group } from './live-cohort.ts'

/** The outcome of a run for one of its queries. */
export type Outcome =
  | { readonly is: 'changed'; readonly hash: string; readonly body: string }
  | { readonly is: 'same' }
  | { readonly is: 'failed'; readonly fault: DataFault }

interface RunOptions {
  readonly database: Pick<Database, 'reader'>
  readonly clock: Clock
  readonly onError?: (error: unknown) => void
  /** Told of each query when its statement has been answered. */
  readonly onOutcome: (cohort: Cohort, outcome: Outcome, took_ms: number) => void
}

interface Work {
  readonly group: Group
  readonly cohorts: readonly Cohort[]
}

/** A new listener without a stored answer needs it even if unchanged. */
const hashFor = ({ fresh, body, hash }: Cohort): string | null =>
  fresh.size > 0 && body === null ? null : hash

const bodyOf = ({ prepared }: Cohort, columns: readonly (string | null)[]): string =>
  `{"data":${joinRoots(prepared.plan, columns)}}`

/** Splits members into statements by number and size. */
function portions({ size }: Group, members: readonly Cohort[]): Cohort[][] {
  const all: Cohort[][] = []
  let last: Cohort[] = []
  let bytes = 0
  for (const cohort of members) {
    if (last.length === 0 || last.length >= size || bytes + cohort.size > LIMITS.live_batch_bytes) {
      last = []
      bytes = 0
      all.push(last)
    }
    last.push(cohort)
    bytes += cohort.size
  }
  return all
}

export class LiveRuns {
  readonly #options: RunOptions
  readonly #queue: Work[] = []
  #running = 0

  constructor(options: RunOptions) {
    this.#options = options
  }

  /** Runs them, those of one plan in one statement as far as it takes them. */
  run(cohorts: readonly Cohort[]): void {
    for (const cohort of cohorts) cohort.state = 'queued'
    const groups = Map.groupBy(cohorts, (cohort) => cohort.group)
    for (const [group, members] of groups)
      for (const together of portions(group, members)) this.#queue.push({ group, cohorts: together })
    this.#next()
  }

  #next(): void {
    while (this.#running < LIMITS.live_runs) {
      const work = this.#queue.shift()
      if (!work) return
      this.#running += 1
      void this.#work(work).finally(() => {
        this.#running -= 1
        this.#next()
      })
    }
  }

  async #work({ group, cohorts }: Work): Promise<void> {
    // Listeners may have left while waiting in the queue.
    const asked = cohorts.filter((cohort) => cohort.listeners.size > 0)
    if (asked.length === 0) return
    for (const cohort of asked) {
      cohort.state = 'running'
      cohort.changed_at = null
    }
    const from = performance.now()
    try {
      const changed = group.batch ? await this.#changed(group, group.batch, asked) : asked.map(unread)
      this.#tell(asked, changed, performance.now() - from)
    } catch (error) {
      this.#fail(group, asked, error, performance.now() - from)
    }
  }

  #changed(group: Group, batch: Batch, cohorts: readonly Cohort[]): Promise<Changed[]> {
    const { database, clock } = this.#options
    const entries = cohorts.map((cohort): BatchEntry => {
      const { plan, values } = cohort.prepared
      return {
        values: parameters(plan.slots, values, requestFacts(cohort.viewer, clock)),
        hash: hashFor(cohort),
      }
    })
    return runBatch(database.reader(group.category), batch, entries)
  }

  #tell(cohorts: readonly Cohort[], changed: readonly Changed[], took_ms: number): void {
    const byEntry = new Map(changed.map((one) => [one.at, one]))
    for (const [at, cohort] of cohorts.entries()) {
      const one = byEntry.get(at)
      const outcome: Outcome = one
        ? { is: 'changed', hash: one.hash, body: bodyOf(cohort, one.columns) }
        : { is: 'same' }
      this.#options.onOutcome(cohort, outcome, took_ms)
    }
  }

  /** One query's value must not spoil the others': the statement is taken in halves until it is found. */
  #fail(group: Group, cohorts: readonly Cohort[], error: unknown, took_ms: number): void {
    const fault = faultOf(error)
    if (cohorts.length > 1 && fault.code !== 'busy') {
      const half = Math.ceil(cohorts.length / 2)
      if (fault.code === 'time-limit-exceeded') group.size = Math.min(group.size, half)
      for (const cohort of cohorts) cohort.state = 'queued'
      this.#queue.unshift({ group, cohorts: cohorts.slice(0, half) }, { group, cohorts: cohorts.slice(half) })
      return
    }
    if (isForTheLog(error)) this.#options.onError?.(error)
    for (const cohort of cohorts) this.#options.onOutcome(cohort, { is: 'failed', fault }, took_ms)
  }

  close(): void {
    this.#queue.length = 0
  }
}

/** A plan that reads nothing has one answer. */
const unread = (_cohort: Cohort, at: number): Changed => ({ at, hash: '', columns: [] })
