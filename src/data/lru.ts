/**
 * A map that forgets unused entries. It keeps two generations: a used entry moves to the young one, and the old one
 * goes as a whole, so that a hit costs only a look-up.
 */
export class Lru<V> {
  #young = new Map<string, V>()
  #old = new Map<string, V>()
  readonly #max: number

  /** @param max entries of one generation; at most twice as many are kept */
  constructor(max: number) {
    this.#max = max
  }

  get(key: string): V | undefined {
    const value = this.#young.get(key)
    if (value !== undefined) return value
    const older = this.#old.get(key)
    if (older !== undefined) this.set(key, older)
    return older
  }

  set(key: string, value: V): void {
    if (this.#young.size >= this.#max) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(key, value)
  }
}
