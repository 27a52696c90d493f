import { DataFault } from './fault.ts'

const MINUTE_MS = 60_000

/** So many of a dear thing a minute for each caller: introspections that are not in the cache hold up everybody. */
export class Allowance {
  readonly #per_minute: number
  readonly #elapsed_ms: () => number
  #used = new Map<string, number>()
  #since = 0

  /** @param elapsed_ms a clock that only goes forward; the process's own when absent */
  constructor(per_minute: number, elapsed_ms: () => number = () => performance.now()) {
    this.#per_minute = per_minute
    this.#elapsed_ms = elapsed_ms
  }

  /** @throws limit-exceeded where the caller has used their minute's share */
  take(caller: string): void {
    const now = this.#elapsed_ms()
    if (now - this.#since > MINUTE_MS) {
      this.#used = new Map()
      this.#since = now
    }
    const used = this.#used.get(caller) ?? 0
    if (used >= this.#per_minute) {
      throw new DataFault('limit-exceeded', 'too many introspections in a minute, try again later')
    }
    this.#used.set(caller, used + 1)
  }
}
