/**
 * Chooses the next job of this process, fair between businesses: the queue only says that there is work. A business with
 * 200 exports then delays nobody else by more than one of them.
 */
import type { Database } from './database.ts'
import { inTransaction } from './tx.ts'
import type { Tx } from './verb.ts'

type Waiting = { readonly id: string; readonly business_id: string | null }

export class FairJobs {
  /** Jobs under way here, and their businesses. */
  readonly #running = new Map<string, string>()
  /** The number of each business's last turn. */
  readonly #served = new Map<string, number>()
  #turn = 0
  #last: Promise<unknown> = Promise.resolve()

  /** Runs `work` on the next job, if there is one. `woken_id` is the job that the queue named. */
  async run(
    database: Pick<Database, 'transaction'>,
    woken_id: string,
    work: (job_id: string) => Promise<void>,
  ): Promise<void> {
    // One choice after the other, so that no job is chosen twice.
    const choosing = this.#last.then(() => inTransaction(database, (tx) => this.#choose(tx, woken_id)))
    this.#last = choosing.catch(() => undefined)
    const job_id = await choosing
    if (job_id === null) return
    try {
      await work(job_id)
    } finally {
      this.#running.delete(job_id)
    }
  }

  async #choose(tx: Tx, woken_id: string): Promise<string | null> {
    const woken = await tx.row<Waiting & { status: string }>(
      'select id, business_id, status from platform.job where id = $1 and deleted_at is null and not is_held',
      [woken_id],
    )
    // Its worker is gone.
    if (woken?.status === 'running' && !this.#running.has(woken.id)) return this.#begin(woken)
    const waiting = await tx.rows<Waiting>(
      `select distinct on (business_id) id, business_id from platform.job
       where status = 'queued' and deleted_at is null and not is_held and id <> all($1::uuid[])
       order by business_id, created_at, id`,
      [[...this.#running.keys()]],
    )
    const [next] = waiting.sort(
      (a, b) => this.#load(a) - this.#load(b) || this.#lastTurn(a) - this.#lastTurn(b),
    )
    return next ? this.#begin(next) : null
  }

  #load({ business_id }: Waiting): number {
    return [...this.#running.values()].filter((one) => one === (business_id ?? '')).length
  }

  #lastTurn({ business_id }: Waiting): number {
    return this.#served.get(business_id ?? '') ?? 0
  }

  #begin({ id, business_id }: Waiting): string {
    this.#turn += 1
    this.#served.set(business_id ?? '', this.#turn)
    this.#running.set(id, business_id ?? '')
    return id
  }
}
