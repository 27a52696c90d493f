/** The slots of one worker: a few jobs at once, each with the turn that it was picked for. */
import type { Database } from './database.ts'
import { isConnectionLoss } from './failure.ts'
import { endSlice, LeaseLost, leased, renewLeases } from './job-lease.server.ts'
import { capOf, type JobLane, type PickedJob, pickJob } from './job-pick.server.ts'
import { longSlots, QUICK_SLOTS } from './job-slot-counts.ts'
import type { Log } from './log.ts'
import { inTransaction } from './tx.ts'

/** Bulk work gives its slot back after so long. */
const SLICE_MS = 2_000
/** Quick work that takes longer is long work. */
const QUICK_MS = 5_000
const RENEW_MS = 10_000
const PAUSE_SECONDS = 1
const AWAY_SECONDS = 5

/** One turn of a job, as its runner sees it. */
export type JobTurn = {
  readonly job_id: string
  readonly transaction: Database['transaction']
  /** Whether work in batches gives its slot to others. */
  readonly isSliceOver: () => boolean
  /** Whether work that runs in one go must start over elsewhere. */
  readonly isStopping: () => boolean
}

type SlotDeps = {
  readonly database: Pick<Database, 'transaction'>
  readonly node_id: string
  readonly log: Pick<Log, 'warn' | 'error'>
  readonly work: (turn: JobTurn) => Promise<'ended' | 'resting'>
}

const lanes: readonly JobLane[] = ['quick', 'long']

export class JobSlots {
  readonly #deps: SlotDeps
  readonly #slots: Readonly<Record<JobLane, number>> = { quick: QUICK_SLOTS, long: longSlots() }
  readonly #running = new Map<string, { readonly lane: JobLane; readonly done: Promise<void> }>()
  readonly #renewing: NodeJS.Timeout
  #filling: Promise<void> = Promise.resolve()
  #isClosing = false

  constructor(deps: SlotDeps) {
    this.#deps = deps
    this.#renewing = setInterval(() => void this.#renew(), RENEW_MS).unref()
  }

  /** Gives each free slot its next job. One round after the other. @throws without a database */
  fill(): Promise<void> {
    const filled = this.#filling.then(() => this.#fill())
    this.#filling = filled.catch(() => undefined)
    return filled
  }

  /** Picks nothing more, and waits for the jobs in hand to rest. */
  async close(): Promise<void> {
    this.#isClosing = true
    await this.#filling
    await Promise.all([...this.#running.values()].map(({ done }) => done))
    clearInterval(this.#renewing)
  }

  async #fill(): Promise<void> {
    for (const lane of lanes)
      while (!this.#isClosing && this.#free(lane) > 0) {
        const job = await this.#pick(lane)
        if (job === null) break
        // Our own job: its lease ended while it was busy, and it goes on.
        if (!this.#running.has(job.id)) this.#running.set(job.id, { lane, done: this.#run(job) })
      }
  }

  #free(lane: JobLane): number {
    return this.#slots[lane] - [...this.#running.values()].filter((one) => one.lane === lane).length
  }

  async #pick(lane: JobLane): Promise<PickedJob | null> {
    const { database, node_id, log } = this.#deps
    const { job, given_up } = await inTransaction(database, async (tx) =>
      pickJob(tx, { lane, cap: await capOf(tx, lane, this.#slots.long), node_id }),
    )
    for (const job_id of given_up) log.error({ job_id }, 'a job was given up')
    return job
  }

  async #run(job: PickedJob): Promise<void> {
    const { database, node_id, log, work } = this.#deps
    const from_ms = performance.now()
    const spent_ms = () => performance.now() - from_ms
    let outcome: 'ended' | 'resting' | 'failing' = 'failing'
    try {
      outcome = await work({
        job_id: job.id,
        transaction: leased(database, job.id, node_id),
        isSliceOver: () => this.#isClosing || spent_ms() >= SLICE_MS,
        isStopping: () => this.#isClosing || (job.lane === 'quick' && spent_ms() >= QUICK_MS),
      })
    } catch (error) {
      if (error instanceof LeaseLost) log.warn({ job_id: job.id }, error.message)
      else if (!isConnectionLoss(error))
        log.error({ err: error, job_id: job.id }, 'a job failed and is tried again')
    }
    try {
      await endSlice(database, {
        job_id: job.id,
        business_id: job.business_id,
        node_id,
        ms: Math.ceil(spent_ms()),
        is_failing: outcome === 'failing',
        // Work that ended and still runs is in other hands.
        pause_seconds: outcome === 'resting' ? 0 : outcome === 'failing' ? PAUSE_SECONDS : AWAY_SECONDS,
        lane: spent_ms() >= QUICK_MS ? 'long' : job.lane,
      })
    } catch (error) {
      // Its lease ends by itself.
      if (!isConnectionLoss(error))
        log.error({ err: error, job_id: job.id }, 'the turn of a job could not be ended')
    } finally {
      this.#running.delete(job.id)
    }
    if (!this.#isClosing) this.fill().catch(this.#onLost)
  }

  async #renew(): Promise<void> {
    const { database, node_id } = this.#deps
    if (this.#running.size === 0) return
    await renewLeases(database, node_id, [...this.#running.keys()]).catch(this.#onLost)
  }

  readonly #onLost = (error: unknown): void => {
    if (!isConnectionLoss(error)) this.#deps.log.error({ err: error }, 'jobs could not be picked')
  }
}
