/** Turns whose limit of a business holds over all servers: with others alive, each turn also takes a lease. */
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { giveBackLease, type LeaseClass, renewalMs, renewLease, takeLease } from './lease.server.ts'
import { PROVIDER_TIMES, TURN_CLASSES } from './turn-classes.ts'
import { type Asker, CallerGone, type TurnOptions, type Turns, tooMuch } from './turns.ts'

const LOOK_MS = 250

type SharedOptions = {
  readonly name: LeaseClass
  readonly turns: Turns
  /** Short connections, apart from the work. */
  readonly pool: pg.Pool
  readonly node_id: string
  /** Live servers. */
  readonly nodes: () => number
}

export class SharedTurns {
  readonly #options: SharedOptions

  constructor(options: SharedOptions) {
    this.#options = options
  }

  /** As `Turns.take`. */
  take<T>(asker: Asker, work: () => Promise<T>, options: TurnOptions = {}): Promise<T> {
    const { turns, nodes } = this.#options
    return turns.take(asker, () => (nodes() > 1 ? this.#leased(asker, work, options) : work()), options)
  }

  async #leased<T>(asker: Asker, work: () => Promise<T>, options: TurnOptions): Promise<T> {
    const { name, pool, node_id } = this.#options
    const slot = { class: name, key: asker.business_id, node_id }
    const number = await this.#wait(slot, asker, options)
    const renewing = setInterval(() => {
      // Without a database the lease ends by itself.
      renewLease(pool, slot, number).catch(() => undefined)
    }, renewalMs(name)).unref()
    try {
      return await work()
    } finally {
      clearInterval(renewing)
      await giveBackLease(pool, slot, number).catch(() => undefined)
    }
  }

  async #wait(
    slot: Parameters<typeof takeLease>[1],
    { category }: Asker,
    { gone }: TurnOptions,
  ): Promise<number> {
    const { name, pool } = this.#options
    const { business, longest_wait_ms } = TURN_CLASSES[name]
    const slots = business * (category === 'provider' ? PROVIDER_TIMES : 1)
    for (let waited_ms = 0; ; waited_ms += LOOK_MS) {
      const number = await takeLease(pool, slot, slots)
      if (number !== null) return number
      if (gone?.().aborted) throw new CallerGone('The caller went away while it waited for its turn.')
      if (waited_ms >= longest_wait_ms) throw tooMuch(longest_wait_ms)
      await pause(LOOK_MS)
    }
  }
}
