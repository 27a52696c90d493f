/**
 * Deliveries that run in this process. Each endpoint has few of the slots, and each business too, so that a slow one
 * holds up nobody else's.
 */
import { isConnectionLoss } from '#server/failure.ts'
import type { Log } from '#server/log.ts'
import { inTransaction } from '#server/tx.ts'
import { type SendDeps, sendDelivery } from './send-delivery.job.ts'

export const SLOTS = { all: 256, business: 4, webhook: 2 } as const

type Due = { readonly id: string; readonly webhook_id: string; readonly business_id: string }

/** How many run for each key. */
const countBy = (running: Iterable<Due>, key: 'webhook_id' | 'business_id'): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const one of running) counts.set(one[key], (counts.get(one[key]) ?? 0) + 1)
  return counts
}

const fullOf = (counts: ReadonlyMap<string, number>, most: number): string[] =>
  [...counts].flatMap(([key, count]) => (count >= most ? [key] : []))

/** The due deliveries that may start beside those that run, in their order. */
export function startable(due: readonly Due[], running: Iterable<Due>): Due[] {
  const started = [...running]
  const first = started.length
  for (const one of due) {
    if (started.length >= SLOTS.all) break
    if (started.some(({ id }) => id === one.id)) continue
    if ((countBy(started, 'webhook_id').get(one.webhook_id) ?? 0) >= SLOTS.webhook) continue
    if ((countBy(started, 'business_id').get(one.business_id) ?? 0) >= SLOTS.business) continue
    started.push(one)
  }
  return started.slice(first)
}

type Deps = SendDeps & { readonly log: Pick<Log, 'error'> }

export class WebhookSlots {
  readonly #deps: Deps
  readonly #running = new Map<string, Due & { readonly work: Promise<void> }>()
  readonly #stop = new AbortController()
  #looking: Promise<void> | null = null

  constructor(deps: Deps) {
    const { posting } = deps
    this.#deps = { ...deps, posting: { ...posting, signal: this.#stop.signal } }
  }

  /** Starts the due deliveries; a call beside another joins it. */
  fill(): Promise<void> {
    this.#looking ??= this.#start().finally(() => {
      this.#looking = null
    })
    return this.#looking
  }

  async #start(): Promise<void> {
    if (this.#stop.signal.aborted) return
    const due = await this.#due()
    for (const one of startable(due, this.#running.values())) this.#run(one)
  }

  /** A few of each active webhook, the longest due first. */
  #due(): Promise<Due[]> {
    const { database, clock } = this.#deps
    const running = [...this.#running.values()]
    return inTransaction(database, (tx) =>
      tx.rows<Due>(
        `select d.id, w.id as webhook_id, w.business_id from platform.webhook w
         cross join lateral (
           select d.id, d.next_attempt_at from platform.webhook_delivery d
           where d.webhook_id = w.id and d.state = 'pending' and d.next_attempt_at <= $1
             and (d.lease_until is null or d.lease_until <= clock_timestamp())
           order by d.next_attempt_at, d.id limit ${SLOTS.webhook * 2}) d
         where w.state = 'active' and w.deleted_at is null and w.id <> all ($2::uuid[]) and w.business_id <> all ($3::uuid[])
         order by d.next_attempt_at, d.id limit ${SLOTS.all * 2}`,
        [
          clock.now(),
          fullOf(countBy(running, 'webhook_id'), SLOTS.webhook),
          fullOf(countBy(running, 'business_id'), SLOTS.business),
        ],
      ),
    )
  }

  #run(one: Due): void {
    const { log } = this.#deps
    const work = sendDelivery(this.#deps, one.id)
      .catch((error: unknown) => {
        if (!isConnectionLoss(error)) log.error({ err: error, delivery_id: one.id }, 'a delivery failed')
      })
      .then(() => {
        this.#running.delete(one.id)
        // The next of this endpoint; without a database the timer looks again.
        void this.fill().catch(() => undefined)
      })
    this.#running.set(one.id, { ...one, work })
  }

  /** Gives running deliveries back. */
  async close(): Promise<void> {
    this.#stop.abort()
    await this.#looking?.catch(() => undefined)
    await Promise.all([...this.#running.values()].map(({ work }) => work))
  }
}
