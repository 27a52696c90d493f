/**
 * Turns at something scarce, fair between businesses: the next turn goes to the business with the fewest turns under
 * way, then to the one served longest ago, so that nobody waits behind another's queue.
 */
import { tooMany } from '#kernel/errors.ts'

type Limits = {
  /** Turns under way, of all together. */
  readonly running: number
  /** Turns of one business that may wait. */
  readonly waiting: number
}

type Waiting = { readonly begin: () => void }
type Business = { running: number; served: number; readonly queue: Waiting[] }

/** Estimate of the next free turn. */
const RETRY_SECONDS = 5

const busyText = (seconds: number) => `Too much at once. Please try again in ${seconds} seconds`

export class FairTurns {
  readonly #businesses = new Map<string, Business>()
  readonly #limits: Limits
  #running = 0
  #turn = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** Turns that wait. */
  get waiting(): number {
    let count = 0
    for (const { queue } of this.#businesses.values()) count += queue.length
    return count
  }

  /**
   * Runs `work` when it is the business's turn. Null is our own work, of which any number waits.
   * @param signal ends the waiting
   * @throws tooMany where too many of the business wait already
   */
  async take<T>(business_id: string | null, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const key = business_id ?? ''
    const mine = this.#businesses.get(key) ?? { running: 0, served: 0, queue: [] }
    if (business_id !== null && mine.queue.length >= this.#limits.waiting)
      throw tooMany(busyText(RETRY_SECONDS), RETRY_SECONDS)
    this.#businesses.set(key, mine)
    if (this.#running < this.#limits.running && !signal?.aborted) this.#count(mine)
    else await this.#wait(mine, signal)
    try {
      return await work()
    } finally {
      mine.running -= 1
      this.#running -= 1
      this.#next()
    }
  }

  #wait(mine: Business, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        mine.queue.splice(mine.queue.indexOf(waiting), 1)
        this.#next()
        reject(new Error('The caller went away while it waited for its turn.'))
      }
      const waiting: Waiting = {
        begin: () => {
          signal?.removeEventListener('abort', leave)
          resolve()
        },
      }
      mine.queue.push(waiting)
      if (signal?.aborted) return leave()
      signal?.addEventListener('abort', leave, { once: true })
      this.#next()
    })
  }

  #count(one: Business): void {
    this.#turn += 1
    one.served = this.#turn
    one.running += 1
    this.#running += 1
  }

  #next(): void {
    for (const [key, one] of this.#businesses)
      if (one.running === 0 && one.queue.length === 0 && this.#running === 0) this.#businesses.delete(key)
    while (this.#running < this.#limits.running) {
      const waiting = [...this.#businesses.values()].filter(({ queue }) => queue.length > 0)
      const next = waiting.sort((a, b) => a.running - b.running || a.served - b.served)[0]
      const turn = next?.queue.shift()
      if (!next || !turn) return
      this.#count(next)
      turn.begin()
    }
  }
}
