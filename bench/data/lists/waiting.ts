/**
 * How long processes were ready to run while the machine did something else, where Linux tells it: on a busy machine that is
 * most of what a clock shows, and says nothing of the work.
 */
import { readFileSync } from 'node:fs'
import type pg from 'pg'

/** Milliseconds that one process has waited for a processor since it began; 0 where nobody knows, or it is gone. */
function waitedBy(pid: number | 'self'): number {
  try {
    // Nanoseconds run, nanoseconds waited, turns.
    const [, waited] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').trim().split(' ')
    return Number(waited) / 1e6
  } catch {
    return 0
  }
}

/** Of this process and of those that answer it. */
export class Waiting {
  readonly #owner: pg.Pool
  #pids: readonly number[] = []

  constructor(owner: pg.Pool) {
    this.#owner = owner
  }

  async #look(): Promise<void> {
    const { rows } = await this.#owner.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`,
    )
    this.#pids = rows.map(({ pid }) => pid)
  }

  #all(): number {
    return [waitedBy('self'), ...this.#pids.map(waitedBy)].reduce((sum, one) => sum + one, 0)
  }

  /** Runs `work`. @returns its result, the milliseconds it took, and how many of them were spent waiting for a processor */
  async of<T>(work: () => Promise<T>): Promise<{ result: T; ms: number; waited: number }> {
    await this.#look()
    const [waited, from] = [this.#all(), performance.now()]
    const result = await work()
    const ms = performance.now() - from
    return { result, ms, waited: Math.min(ms, this.#all() - waited) }
  }
}
