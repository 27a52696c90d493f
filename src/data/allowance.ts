import { DataFault } from './fault.ts'

const MINUTE_MS = 60_000

/** Limits costly requests of each caller to a number a minute. */
export class Allowance {
  readonly #per_minute: number
  readonly #of: string
  readonly #elapsed_ms: () => number
  #used = new Map<string, number>()
  #since = 0

  /** @param elapsed_ms a clock that only goes forward; the process's own when absent */
  constructor(per_minute: number, of: string, elapsed_ms: () => number = () => performance.now()) {
    this.#per_minute = per_minute
    this.#of = of
    this.#elapsed_ms = elapsed_ms
  }

  /** Has the caller used their minute's share? */
  isSpent(caller: string): boolean {
    const now = this.#elapsed_ms()
    if (now - this.#since > MINUTE_MS) {
      this.#used = new Map()
      this.#since = now
    }
    return (this.#used.get(caller) ?? 0) >= this.#per_minute
  }

  /** @throws limit-exceeded where the caller has used their minute's share */
  require(caller: string): void {
    if (this.isSpent(caller))
      throw new DataFault('limit-exceeded', `too many ${this.#of} in a minute, try again later`)
  }

  note(caller: string): void {
    this.#used.set(caller, (this.#used.get(caller) ?? 0) + 1)
  }

  /** @throws limit-exceeded where the caller has used their minute's share */
  take(caller: string): void {
    this.require(caller)
    this.note(caller)
  }
}
