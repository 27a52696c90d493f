/**
 * Live queries (data-endpoint.md): a query runs again when one of its tables has changed, and sends its answer when
 * it differs. Equal queries of equal viewers share one answer, those of one plan one statement. Polling is the safety
 * net, because a signal can be lost and a day can end.
 */
import type { Viewer } from '#entity/access.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Database } from '#server/database.ts'
import type { Prepared } from '../execute.server.ts'
import { faultBody } from '../fault.ts'
import { LIMITS } from '../limits.ts'
import {
  type Cohort,
  cohortId,
  type Group,
  groupKey,
  type Listener,
  makeCohort,
  makeGroup,
} from './live-cohort.ts'
import { Gathering } from './live-gather.ts'
import { readTables } from './live-reads.server.ts'
import { LiveRuns, type Outcome } from './live-runs.server.ts'
import { partyEnd, type Signal, Signals } from './live-signals.server.ts'

export interface LiveOptions {
  readonly database: Pick<Database, 'reader' | 'live'>
  readonly clock: Clock
  readonly onError?: (error: unknown) => void
  /** Milliseconds for which changes are gathered before anything is run again. */
  readonly window_ms?: number
  /** Milliseconds after which everything is run again, signal or not. */
  readonly sweep_ms?: number
  /** Queries of one plan that are run in one statement. */
  readonly batch?: number
}

/** How long changes are gathered where nothing else was asked for. */
export const WINDOW_MS = 50
export const SWEEP_MS = 20_000
/** Until the database is asked again that could not answer; any other failure waits for a signal or the sweep. */
const RETRY_MS = 1_000
/** The pause before a slow query runs again: as long as it took, at most this. */
const REST_MS = 2_000

/** Faults that pass: nobody's subscription ends by them, a later answer takes their place. */
const PASSING: ReadonlySet<string> = new Set(['busy', 'unexpected', 'time-limit-exceeded'])

/** Does the signal name a business of one of the viewers, or anybody's? */
function names({ parties }: Signal, cohort: Cohort): boolean {
  if (parties === null) return true
  for (const party of cohort.parties) if (parties.has(party)) return true
  return false
}

export class LiveQueries {
  readonly #options: LiveOptions
  readonly #groups = new Map<string, Group>()
  readonly #cohorts = new Map<string, Cohort>()
  readonly #byTable = new Map<string, Set<Group>>()
  readonly #signals: Signals
  readonly #gathering: Gathering<Cohort>
  readonly #runs: LiveRuns
  /** Told of every signal too: sessions are checked again by it. */
  readonly #watchers = new Set<(signal: Signal | null) => void>()
  /** Characters of answers kept for new listeners. */
  #kept = 0
  #sweep: NodeJS.Timeout | null = null
  #closed = false

  constructor(options: LiveOptions) {
    const { database, clock, onError } = options
    this.#options = options
    this.#runs = new LiveRuns({
      database,
      clock,
      ...(onError ? { onError } : {}),
      onOutcome: (cohort, outcome, took_ms) => this.#settle(cohort, outcome, took_ms),
    })
    this.#gathering = new Gathering((cohorts) => this.#runs.run(cohorts))
    this.#signals = new Signals({
      pool: database.live,
      onSignal: (signal) => this.#mark(signal),
      onGap: () => this.#markAll(),
    })
  }

  /** Calls back on every signal (null: some may be missing), until the returned function is called. */
  watch(watcher: (signal: Signal | null) => void): () => void {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  /** Listens to the database from the first connection with a session on. */
  async start(): Promise<void> {
    this.#sweep ??= setInterval(() => this.#markAll(), this.#options.sweep_ms ?? SWEEP_MS).unref()
    await this.#signals.listen()
  }

  /** Different answers that are kept up to date. */
  get size(): number {
    return this.#cohorts.size
  }

  /** Statements by which they are. */
  get plans(): number {
    return this.#groups.size
  }

  /** @returns a function that ends it. The first answer comes as soon as the query has run. */
  subscribe(viewer: Viewer, prepared: Prepared, listener: Listener): () => void {
    const cohort = this.#cohortOf(viewer, prepared)
    cohort.listeners.add(listener)
    if (cohort.body !== null && cohort.state === 'idle') listener(cohort.body)
    else {
      cohort.fresh.add(listener)
      // The present run answers the new listener, too.
      if (cohort.state !== 'running') this.#want(cohort, 0)
    }
    return () => {
      cohort.listeners.delete(listener)
      cohort.fresh.delete(listener)
      if (cohort.listeners.size === 0) this.#forget(cohort)
    }
  }

  #cohortOf(viewer: Viewer, prepared: Prepared): Cohort {
    const { plan } = prepared
    const key = groupKey(viewer.category, plan)
    const group =
      this.#groups.get(key) ?? makeGroup(key, viewer.category, plan, this.#options.batch ?? LIMITS.live_batch)
    const id = cohortId(group, viewer, prepared)
    const known = this.#cohorts.get(id.key)
    const cohort = known ?? makeCohort(id, group, viewer, prepared)
    cohort.parties.add(partyEnd(viewer.business_id))
    if (known) return known
    if (!this.#groups.has(key)) this.#begin(group, prepared)
    group.members.add(cohort)
    this.#cohorts.set(id.key, cohort)
    return cohort
  }

  #begin(group: Group, { plan }: Prepared): void {
    this.#groups.set(group.key, group)
    for (const table of group.tables.keys()) this.#read(group, table)
    if (plan.functions.size === 0 || group.batch === null) return
    const { database, onError } = this.#options
    readTables(database.reader(group.category), group.batch, plan.functions)
      .then((tables) => this.#learn(group, tables))
      // Until the next listener, only the sweep updates it.
      .catch((error: unknown) => onError?.(error))
  }

  /** Stores a function's tables once PostgreSQL has named them, and makes up for changes until then. */
  #learn(group: Group, tables: ReadonlyMap<string, boolean>): void {
    if (this.#groups.get(group.key) !== group) return
    for (const [table, isOwn] of tables) {
      group.tables.set(table, isOwn && group.tables.get(table) !== false)
      this.#read(group, table)
    }
    for (const cohort of group.members) this.#want(cohort, 0)
  }

  #read(group: Group, table: string): void {
    const reading = this.#byTable.get(table) ?? new Set()
    this.#byTable.set(table, reading.add(group))
  }

  #forget(cohort: Cohort): void {
    if (!this.#cohorts.delete(cohort.key)) return
    this.#keep(cohort, null)
    const { group } = cohort
    group.members.delete(cohort)
    if (group.members.size > 0) return
    this.#groups.delete(group.key)
    for (const table of group.tables.keys()) {
      const reading = this.#byTable.get(table)
      reading?.delete(group)
      if (reading?.size === 0) this.#byTable.delete(table)
    }
  }

  #mark(signal: Signal): void {
    for (const watcher of this.#watchers) watcher(signal)
    for (const { tables, members } of this.#byTable.get(signal.table) ?? []) {
      const isOwnOnly = tables.get(signal.table) === true
      for (const cohort of members)
        if (!isOwnOnly || names(signal, cohort)) this.#want(cohort, this.#window())
    }
  }

  #markAll(): void {
    for (const watcher of this.#watchers) watcher(null)
    for (const cohort of this.#cohorts.values()) this.#want(cohort, 0)
  }

  #window(): number {
    return this.#options.window_ms ?? WINDOW_MS
  }

  /** Schedules a run within `wait_ms`; a running one runs once more. */
  #want(cohort: Cohort, wait_ms: number): void {
    if (this.#closed) return
    if (cohort.state === 'running') cohort.changed_at ??= performance.now()
    // A queued run will see the change.
    if (cohort.state === 'running' || cohort.state === 'queued') return
    cohort.state = 'gathered'
    this.#gathering.add(cohort, wait_ms)
  }

  #settle(cohort: Cohort, outcome: Outcome, took_ms: number): void {
    cohort.state = 'idle'
    if (outcome.is === 'changed') this.#answer(cohort, outcome)
    else if (outcome.is === 'same') this.#greet(cohort)
    else if (cohort.hash === null || !PASSING.has(outcome.fault.code))
      this.#refuse(cohort, faultBody(outcome.fault))
    else if (outcome.fault.code === 'busy') this.#want(cohort, RETRY_MS)
    if (cohort.changed_at === null) return
    const waited = performance.now() - cohort.changed_at
    this.#want(cohort, Math.max(this.#window() - waited, Math.min(took_ms, REST_MS)))
  }

  #answer(cohort: Cohort, { hash, body }: Outcome & { is: 'changed' }): void {
    const isNew = hash !== cohort.hash
    const told = isNew ? [...cohort.listeners] : [...cohort.fresh]
    cohort.hash = hash
    cohort.fresh.clear()
    this.#keep(cohort, body)
    for (const listener of told) listener(body)
  }

  /** Runs for new listeners only; nothing has changed. */
  #greet(cohort: Cohort): void {
    const { body, fresh } = cohort
    if (fresh.size === 0) return
    if (body === null) {
      this.#want(cohort, 0)
      return
    }
    const told = [...fresh]
    fresh.clear()
    for (const listener of told) listener(body)
  }

  #refuse(cohort: Cohort, body: string): void {
    const told = [...cohort.listeners]
    cohort.hash = null
    cohort.fresh.clear()
    this.#keep(cohort, null)
    for (const listener of told) listener(body)
  }

  /** Keeps the answer while there is room; otherwise a new listener runs the query. */
  #keep(cohort: Cohort, body: string | null): void {
    this.#kept -= cohort.body?.length ?? 0
    const isKept =
      body !== null && this.#cohorts.has(cohort.key) && this.#kept + body.length <= LIMITS.live_kept
    cohort.body = isKept ? body : null
    this.#kept += cohort.body?.length ?? 0
  }

  close(): void {
    this.#closed = true
    if (this.#sweep) clearInterval(this.#sweep)
    this.#gathering.close()
    this.#runs.close()
    this.#signals.close()
    this.#cohorts.clear()
    this.#byTable.clear()
    this.#groups.clear()
  }
}
