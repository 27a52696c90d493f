/**
 * Limits the work of one caller: a few pieces run at once, the next ones wait, and more are refused. One caller with
 * many slow requests then cannot hold every connection of their category (quality.md S7).
 */
type Limits = {
  readonly running: number
  readonly waiting: number
  /** The error for work beyond both limits. */
  readonly refusal: () => Error
}

export class ConcurrencyLimiter {
  readonly #running = new Map<string, number>()
  readonly #waiting = new Map<string, (() => void)[]>()
  readonly #limits: Limits

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** Runs `work` when it is this caller's turn. @throws the refusal where too many of theirs wait already */
  async take<T>(caller: string, work: () => Promise<T>): Promise<T> {
    await this.#begin(caller)
    try {
      return await work()
    } finally {
      this.#end(caller)
    }
  }

  #begin(caller: string): Promise<void> | undefined {
    const running = this.#running.get(caller) ?? 0
    if (running < this.#limits.running) {
      this.#running.set(caller, running + 1)
      return undefined
    }
    const queue = this.#waiting.get(caller) ?? []
    if (queue.length >= this.#limits.waiting) throw this.#limits.refusal()
    this.#waiting.set(caller, queue)
    return new Promise((resolve) => queue.push(resolve))
  }

  /** Starts the caller's next waiting request, or frees the place. */
  #end(caller: string): void {
    const queue = this.#waiting.get(caller)
    const next = queue?.shift()
    if (queue?.length === 0) this.#waiting.delete(caller)
    if (next) {
      next()
      return
    }
    const running = (this.#running.get(caller) ?? 1) - 1
    if (running === 0) this.#running.delete(caller)
    else this.#running.set(caller, running)
  }
}
