/**
 * How long processes were ready to run while the machine did something else, where Linux tells it: on a busy machine that is
 * most of what a clock shows, and says nothing of the work.
 */
import { readFileSync } from 'node:fs'
import type pg from 'pg'

interface Times {
  readonly ran: number
  readonly waited: number
}

/** Milliseconds that one process has run and waited to run since it began; 0 where nobody knows, or it is gone. */
function timesOf(pid: number | 'self'): Times {
  try {
    const [ran, waited] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').trim().split(' ')
    // Nanoseconds there.
    return { ran: Number(ran) / 1e6, waited: Number(waited) / 1e6 }
  } catch {
    return { ran: 0, waited: 0 }
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

  #all(): Times {
    return (['self', ...this.#pids] as const)
      .map(timesOf)
      .reduce((sum, one) => ({ ran: sum.ran + one.ran, waited: sum.waited + one.waited }))
  }

  /** Runs `work`. @returns its result, the milliseconds it took without those spent waiting for a processor, and these */
  async of<T>(work: () => Promise<T>): Promise<{ result: T; ms: number; waited: number }> {
    await this.#look()
    const [before, from] = [this.#all(), performance.now()]
    const result = await work()
    const took = performance.now() - from
    const after = this.#all()
    // Who waits while another works for it waits for nothing: no less than what was worked.
    const ms = Math.min(took, Math.max(took - (after.waited - before.waited), after.ran - before.ran))
    return { result, ms, waited: took - ms }
  }
}
