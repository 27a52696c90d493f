/**
 * Live queries (data-api.md): a query is run again when something it reads has changed, and its answer is sent when it
 * differs. Equal queries of viewers who see the same share one run. Polling stands behind it as a safety net, since a
 * signal can be lost and a day can end.
 */
import { createHash } from 'node:crypto'
import type { Viewer } from '#entity/access.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Database } from '#server/database.ts'
import type { Prepared } from './execute.server.ts'
import { joinRoots } from './execute.server.ts'
import { faultBody, faultOf, isForTheLog } from './fault.ts'
import { LIMITS } from './limits.ts'
import { partyEnd, type Signal, Signals } from './live-signals.server.ts'
import { parameters, requestFacts, runPlan } from './run.server.ts'

/** Told of each new answer (`{"data":…}`), or of a refusal (`{"errors":[…]}`). */
export type Listener = (body: string) => void

interface Cohort {
  readonly key: string
  readonly viewer: Viewer
  readonly prepared: Prepared
  readonly listeners: Set<Listener>
  hash: string
  /** The last answer, for those who join. */
  body: string | null
  dirty: boolean
}

export interface LiveOptions {
  readonly database: Pick<Database, 'reader' | 'app'>
  readonly clock: Clock
  readonly onError?: (error: unknown) => void
  /** Milliseconds for which changes are gathered before anything is run again. */
  readonly window_ms?: number
  /** Milliseconds after which everything is run again, signal or not. */
  readonly sweep_ms?: number
}

/** How long changes are gathered where nothing else was asked for. */
export const WINDOW_MS = 50
export const SWEEP_MS = 20_000

export class LiveQueries {
  readonly #options: LiveOptions
  readonly #cohorts = new Map<string, Cohort>()
  readonly #byTable = new Map<string, Set<Cohort>>()
  readonly #signals: Signals
  /** Told of every signal too: sessions are checked again by it. */
  readonly #watchers = new Set<(signal: Signal | null) => void>()
  #timer: NodeJS.Timeout | null = null
  #sweep: NodeJS.Timeout | null = null
  #running = false
  #closed = false

  constructor(options: LiveOptions) {
    this.#options = options
    this.#signals = new Signals({
      pool: options.database.app,
      onSignal: (signal) => this.#mark(signal),
      onGap: () => this.#markAll(),
    })
  }

  /** Calls back on every signal (null: some may be missing), until the returned function is called. */
  watch(watcher: (signal: Signal | null) => void): () => void {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  /** Listens to the database from the first subscription on. */
  async start(): Promise<void> {
    this.#sweep ??= setInterval(() => this.#markAll(), this.#options.sweep_ms ?? SWEEP_MS).unref()
    await this.#signals.listen()
  }

  get size(): number {
    return this.#cohorts.size
  }

  /** @returns a function that ends it. The first answer comes as soon as the query has run. */
  subscribe(viewer: Viewer, prepared: Prepared, listener: Listener): () => void {
    const cohort = this.#cohortOf(viewer, prepared)
    cohort.listeners.add(listener)
    if (cohort.body !== null && !cohort.dirty) listener(cohort.body)
    else this.#soon(cohort, 0)
    return () => {
      cohort.listeners.delete(listener)
      if (cohort.listeners.size > 0) return
      this.#cohorts.delete(cohort.key)
      for (const table of prepared.plan.tables.keys()) this.#byTable.get(table)?.delete(cohort)
    }
  }

  #cohortOf(viewer: Viewer, prepared: Prepared): Cohort {
    const { plan, values, key } = prepared
    // The same plan with the same parameters gives the same answer, whoever asks.
    const fixed = { viewer, today: '', now: '' }
    const whole = `${key} ${JSON.stringify(parameters(plan.slots, values, fixed))}`
    const known = this.#cohorts.get(whole)
    if (known) return known
    const cohort = {
      key: whole,
      viewer,
      prepared,
      listeners: new Set<Listener>(),
      hash: '',
      body: null,
      dirty: false,
    }
    this.#cohorts.set(whole, cohort)
    for (const table of plan.tables.keys()) {
      const reading = this.#byTable.get(table) ?? new Set()
      this.#byTable.set(table, reading.add(cohort))
    }
    return cohort
  }

  #mark(signal: Signal): void {
    for (const watcher of this.#watchers) watcher(signal)
    for (const cohort of this.#byTable.get(signal.table) ?? []) {
      const isOwnOnly = cohort.prepared.plan.tables.get(signal.table) === true
      const isMeant = signal.parties === null || signal.parties.has(partyEnd(cohort.viewer.business_id))
      if (isMeant || !isOwnOnly) this.#soon(cohort, this.#options.window_ms ?? WINDOW_MS)
    }
  }

  #markAll(): void {
    for (const watcher of this.#watchers) watcher(null)
    for (const cohort of this.#cohorts.values()) this.#soon(cohort, 0)
  }

  #soon(cohort: Cohort, wait_ms: number): void {
    cohort.dirty = true
    if (this.#closed || this.#timer || this.#running) return
    this.#timer = setTimeout(() => void this.#runDirty(), wait_ms)
  }

  /** Runs what is dirty, a few at a time; what becomes dirty meanwhile is run after the next window. */
  async #runDirty(): Promise<void> {
    this.#timer = null
    this.#running = true
    const dirty = [...this.#cohorts.values()].filter((cohort) => cohort.dirty)
    let next = 0
    const work = async () => {
      for (let cohort = dirty[next++]; cohort; cohort = dirty[next++]) await this.#run(cohort)
    }
    await Promise.all(Array.from({ length: LIMITS.live_runs }, work))
    this.#running = false
    const again = [...this.#cohorts.values()].find((cohort) => cohort.dirty)
    if (again) this.#soon(again, this.#options.window_ms ?? WINDOW_MS)
  }

  async #run(cohort: Cohort): Promise<void> {
    cohort.dirty = false
    const body = await this.#answer(cohort)
    // What fails for a moment is tried again with the next signal or sweep; nobody's subscription ends by it.
    if (body === null) return
    const hash = createHash('md5').update(body).digest('base64')
    cohort.body = body
    if (hash === cohort.hash) return
    cohort.hash = hash
    for (const listener of cohort.listeners) listener(body)
  }

  /** @returns null where an answer could not be had for now, and there is an older one */
  async #answer({ viewer, prepared, body }: Cohort): Promise<string | null> {
    const { database, clock, onError } = this.#options
    const { plan, values } = prepared
    try {
      const facts = requestFacts(viewer, clock)
      const columns = await runPlan(
        database.reader(viewer.category),
        plan,
        parameters(plan.slots, values, facts),
      )
      return `{"data":${joinRoots(plan, columns)}}`
    } catch (error) {
      if (isForTheLog(error)) onError?.(error)
      const fault = faultOf(error)
      const isPassing =
        fault.code === 'busy' || fault.code === 'unexpected' || fault.code === 'time-limit-exceeded'
      return isPassing && body !== null ? null : faultBody(fault)
    }
  }

  close(): void {
    this.#closed = true
    if (this.#timer) clearTimeout(this.#timer)
    if (this.#sweep) clearInterval(this.#sweep)
    this.#signals.close()
    this.#cohorts.clear()
    this.#byTable.clear()
  }
}
