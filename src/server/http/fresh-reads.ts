/**
 * One read of a key at a time, for all that ask for it. An asker gets a read that began after it asked, so it never
 * sees an older state; a session with hundreds of requests holds one connection.
 */
type Reads<T> = { readonly running: Promise<T>; next: Promise<T> | null }

export class FreshReads<T> {
  readonly #reads = new Map<string, Reads<T>>()
  readonly #read: (key: string) => Promise<T>

  constructor(read: (key: string) => Promise<T>) {
    this.#read = read
  }

  ask(key: string): Promise<T> {
    const known = this.#reads.get(key)
    if (!known) return this.#begin(key)
    known.next ??= known.running.then(
      () => this.#begin(key),
      () => this.#begin(key),
    )
    return known.next
  }

  #begin(key: string): Promise<T> {
    const running = this.#read(key)
    const reads: Reads<T> = { running, next: null }
    this.#reads.set(key, reads)
    const end = () => {
      // Else the next one takes its place.
      if (this.#reads.get(key) === reads && reads.next === null) this.#reads.delete(key)
    }
    running.then(end, end)
    return running
  }
}
