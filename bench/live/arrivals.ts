/** Who still waits for which change, and how long it took to come. */
import type { Subscriber } from './subscribers.ts'

interface Change {
  readonly committed: number
  readonly waiting: Set<Subscriber>
  readonly took: number[]
  readonly done: () => void
}

/** Milliseconds after which a change counts as lost. */
const PATIENCE_MS = 10_000

export class Arrivals {
  readonly #changes = new Map<string, Change>()

  /** Expects the mark at these subscribers. @returns the milliseconds it took to each that it reached, in order of arrival */
  expect(mark: string, committed: number, subscribers: readonly Subscriber[]): Promise<readonly number[]> {
    return new Promise((resolve) => {
      const took: number[] = []
      const done = () => {
        clearTimeout(patience)
        this.#changes.delete(mark)
        resolve(took)
      }
      const patience = setTimeout(done, PATIENCE_MS)
      this.#changes.set(mark, { committed, waiting: new Set(subscribers), took, done })
    })
  }

  note(subscriber: Subscriber, mark: string, at: number): void {
    const change = this.#changes.get(mark)
    if (!change?.waiting.delete(subscriber)) return
    change.took.push(at - change.committed)
    if (change.waiting.size === 0) change.done()
  }
}
