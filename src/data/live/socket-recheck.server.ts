/**
 * Checks open connections when a session may have ended or changed: signed-out and disabled users are cut off. Each
 * session is read once for all its connections; signals in between lead to one more check.
 */
import type { Viewer } from '#entity/access.ts'

/** A connection that is open for a session. */
export interface Watched {
  readonly token: string | null
  /** Ends the connection unless the viewer is unchanged. */
  readonly meet: (now: Viewer | null) => void
}

interface RecheckOptions {
  readonly watched: () => Iterable<Watched>
  readonly viewerOfToken: (token: string) => Promise<Viewer | null>
  readonly onError: (error: unknown) => void
}

/** Sessions that are read at once. */
const AT_ONCE = 4

export class Rechecks {
  readonly #options: RecheckOptions
  #state: 'idle' | 'looking' | 'again' = 'idle'

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
    void this.#look().finally(() => {
      const again = this.#state === 'again'
      this.#state = 'idle'
      if (again) this.request()
    })
  }

  async #look(): Promise<void> {
    const { watched } = this.#options
    const sessions = [...Map.groupBy(watched(), ({ token }) => token)]
    let next = 0
    const work = async () => {
      for (let one = sessions[next++]; one; one = sessions[next++]) await this.#meet(...one)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  }

  async #meet(token: string | null, connections: readonly Watched[]): Promise<void> {
    const { viewerOfToken, onError } = this.#options
    try {
      const now = token === null ? null : await viewerOfToken(token)
      for (const connection of connections) connection.meet(now)
    } catch (error) {
      // A database that is away ends nobody's session: there is a look with every sweep.
      onError(error)
    }
  }
}
