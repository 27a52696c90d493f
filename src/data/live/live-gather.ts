/** Gathers changes until the first is due, so that a burst of changes is one run. */
export class Gathering<T> {
  readonly #onDue: (gathered: T[]) => void
  readonly #elapsed_ms: () => number
  #gathered = new Set<T>()
  #timer: NodeJS.Timeout | null = null
  #due = Number.POSITIVE_INFINITY
  #closed = false

  /** @param elapsed_ms a clock that only goes forward; the process's own when absent */
  constructor(onDue: (gathered: T[]) => void, elapsed_ms: () => number = () => performance.now()) {
    this.#onDue = onDue
    this.#elapsed_ms = elapsed_ms
  }

  /** Adds it, to be handed on after `wait_ms` at the latest. */
  add(one: T, wait_ms: number): void {
    if (this.#closed) return
    this.#gathered.add(one)
    const due = this.#elapsed_ms() + wait_ms
    if (due >= this.#due) return
    this.#due = due
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#hand(), wait_ms)
  }

  #hand(): void {
    const gathered = [...this.#gathered]
    this.#gathered = new Set()
    this.#timer = null
    this.#due = Number.POSITIVE_INFINITY
    this.#onDue(gathered)
  }

  close(): void {
    this.#closed = true
    if (this.#timer) clearTimeout(this.#timer)
    this.#gathered.clear()
  }
}
