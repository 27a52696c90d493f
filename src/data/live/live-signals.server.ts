/** PostgreSQL's change signals (migration 0010), on a connection of their own that reconnects. */
import type pg from 'pg'

export interface Signal {
  readonly table: string
  /** Ends of the ids of the changed businesses; null means any. */
  readonly parties: ReadonlySet<string> | null
}

interface SignalOptions {
  readonly pool: pg.Pool
  readonly onSignal: (signal: Signal) => void
  /** Signals may have been missed: everything counts as changed. */
  readonly onGap: () => void
}

/** How a signal spells a business id. */
export const partyEnd = (id: string): string => id.slice(-8)

const RETRY_MS = 500
const RETRY_MS_MAX = 10_000

function parseSignal(payload: string): Signal {
  const colon = payload.lastIndexOf(':')
  const parties = payload.slice(colon + 1)
  return { table: payload.slice(0, colon), parties: parties === '*' ? null : new Set(parties.split(',')) }
}

export class Signals {
  readonly #options: SignalOptions
  #client: pg.PoolClient | null = null
  #retry: NodeJS.Timeout | null = null
  #opening: Promise<void> | null = null
  #closed = false

  constructor(options: SignalOptions) {
    this.#options = options
  }

  /** Listens from now on. Resolves once it does; a database that is away is tried again by itself. */
  listen(): Promise<void> {
    this.#opening ??= this.#open(RETRY_MS)
    return this.#opening
  }

  async #open(wait_ms: number): Promise<void> {
    if (this.#closed) return
    let opened: pg.PoolClient | null = null
    try {
      const client = await this.#options.pool.connect()
      opened = client
      client.on('notification', ({ payload }) => {
        if (payload) this.#options.onSignal(parseSignal(payload))
      })
      const lose = () => this.#lost(client)
      client.once('error', lose)
      client.once('end', lose)
      await client.query('listen stint_live')
      if (this.#closed) {
        client.release(true)
        return
      }
      this.#client = client
      this.#options.onGap()
    } catch {
      // A connection that cannot listen must not be held for good.
      opened?.release(true)
      this.#retryIn(wait_ms)
    }
  }

  #lost(client: pg.PoolClient): void {
    if (this.#client !== client) return
    this.#client = null
    client.release(true)
    this.#retryIn(RETRY_MS)
  }

  #retryIn(wait_ms: number): void {
    if (this.#closed) return
    this.#retry = setTimeout(() => void this.#open(Math.min(wait_ms * 2, RETRY_MS_MAX)), wait_ms)
    this.#retry.unref()
  }

  close(): void {
    this.#closed = true
    if (this.#retry) clearTimeout(this.#retry)
    this.#client?.release(true)
    this.#client = null
  }
}
