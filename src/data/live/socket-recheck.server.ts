/**
 * Checks open connections when a session may have ended or changed: signed-out and disabled users are cut off. Each
 * session is read once for all its connections; signals in between lead to one more check.
 */
import type { Instant } from '#kernel/instant.ts'
import type { Caller } from './socket-caller.ts'

/** A connection that is open for a session. */
export interface Watched {
  /** The same for all connections of a session. */
  readonly key: string
  /** The caller of such a connection as of now; null when it is over. */
  readonly read: () => Promise<Caller | null>
  /** When its session or token is over, unless it was used since; null before it has said who it is. */
  readonly ends_at: Instant | null
  /** Ends the connection unless the viewer is unchanged. */
  readonly meet: (now: Caller | null) => void
}

interface RecheckOptions {
  readonly watched: () => Iterable<Watched>
  readonly onError: (error: unknown) => void
}

/** Sessions that are read at once. */
const AT_ONCE = 4

export class Rechecks {
  readonly #options: RecheckOptions
  #state: 'idle' | 'looking' | 'again' = 'idle'
  #isExpiring = false

  constructor(options: RecheckOptions) {
    this.#options = options
  }

  /** Looks at every connection, soon. */
  request(): void {
    if (this.#state !== 'idle') {
      this.#state = 'again'
      return
    }
    this.#state = 'looking'
    void this.#look(this.#options.watched()).finally(() => {
      const again = this.#state === 'again'
      this.#state = 'idle'
      if (again) this.request()
    })
  }

  /** Looks at the connections whose time is over; a session that was used meanwhile goes on. */
  expire(now: Instant): void {
    const due = [...this.#options.watched()].filter(({ ends_at }) => ends_at !== null && ends_at <= now)
    if (due.length === 0 || this.#isExpiring) return
    this.#isExpiring = true
    void this.#look(due).finally(() => {
      this.#isExpiring = false
    })
  }

  async #look(watched: Iterable<Watched>): Promise<void> {
    const sessions = [...Map.groupBy(watched, ({ key }) => key).values()]
    let next = 0
    const work = async () => {
      for (let one = sessions[next++]; one; one = sessions[next++]) await this.#meet(one)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  }

  async #meet(connections: readonly Watched[]): Promise<void> {
    const { onError } = this.#options
    try {
      const caller = await connections[0]?.read()
      for (const connection of connections) connection.meet(caller ?? null)
    } catch (error) {
      // A database that is away ends nobody's session: there is a look with every sweep.
      onError(error)
    }
  }
}
