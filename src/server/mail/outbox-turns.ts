/** Deliveries of one business that run in this process at once: its many mails hold up nobody else's. */

const BUSINESS_DELIVERIES = 2

export class OutboxTurns {
  readonly #running = new Map<string, number>()

  /** Businesses without a free turn; the queue passes over their messages. */
  full(): string[] {
    return [...this.#running].flatMap(([flag, count]) => (count >= BUSINESS_DELIVERIES ? [flag] : []))
  }

  /** @returns a function that gives the turn back; null where no turn is free */
  enter(flag: string): (() => void) | null {
    const count = this.#running.get(flag) ?? 0
    if (count >= BUSINESS_DELIVERIES) return null
    this.#running.set(flag, count + 1)
    return () => {
      const left = (this.#running.get(flag) ?? 1) - 1
      if (left === 0) this.#running.delete(flag)
      else this.#running.set(flag, left)
    }
  }
}
