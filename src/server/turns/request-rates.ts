/** Requests a second of a session, a business, and an address without a session: token buckets of this process. */
import { setTimeout as pause } from 'node:timers/promises'
import { PROVIDER_TIMES } from './turn-classes.ts'
import { type Asker, tooMuch } from './turns.ts'

type Rate = { readonly a_second: number; readonly burst: number }

const BURST_SECONDS = { session: 4, business: 3, address: 2 } as const
/** Of the requests of a session a second. */
const TIMES = { session: 1, business: 4, address: 0.6 } as const

type Bucket = { tokens: number; at_ms: number }

/** Buckets of one kind, each full at first. */
export class TokenBuckets {
  readonly #buckets = new Map<string, Bucket>()
  readonly #now: () => number
  #swept_ms: number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
    this.#swept_ms = now()
  }

  /** Buckets that are not full. */
  get size(): number {
    return this.#buckets.size
  }

  /** Takes a token. Returns 0, or the milliseconds until there is one. */
  take(key: string, { a_second, burst }: Rate): number {
    const now_ms = this.#now()
    this.#sweep(now_ms, burst / a_second)
    const { tokens, at_ms } = this.#buckets.get(key) ?? { tokens: burst, at_ms: now_ms }
    const filled = Math.min(burst, tokens + ((now_ms - at_ms) / 1000) * a_second)
    const left = filled >= 1 ? filled - 1 : filled
    this.#buckets.set(key, { tokens: left, at_ms: now_ms })
    return filled >= 1 ? 0 : ((1 - filled) / a_second) * 1000
  }

  /** A bucket that nobody asked for as long as filling takes is full. */
  #sweep(now_ms: number, seconds_to_fill: number): void {
    const full_ms = Math.max(1, seconds_to_fill) * 1000
    if (now_ms - this.#swept_ms < full_ms) return
    this.#swept_ms = now_ms
    for (const [key, { at_ms }] of this.#buckets) if (now_ms - at_ms >= full_ms) this.#buckets.delete(key)
  }
}

type RatesOptions = {
  /** Of one session. */
  readonly a_second: number
  /** Servers that share the rates. */
  readonly nodes: () => number
  readonly now?: () => number
}

/** Each throws tooMany, after a while. */
export type RequestRates = {
  readonly session: (token: string) => Promise<void>
  readonly business: (asker: Asker) => Promise<void>
  readonly address: (key: string) => Promise<void>
}

/** A refusal is held for so long: answering at once would keep the server busy with a caller that does not wait. */
const HOLD_MS = 1_000

/** Counts requests, and refuses those beyond the rates. */
export function requestRates({ a_second, nodes, now }: RatesOptions): RequestRates {
  const rateOf = (kind: keyof typeof TIMES, times = 1): Rate => {
    const own = (a_second * TIMES[kind] * times) / Math.max(1, nodes())
    return { a_second: own, burst: own * BURST_SECONDS[kind] }
  }
  const open = () => new TokenBuckets(now)
  const [sessions, businesses, addresses] = [open(), open(), open()]
  const spend = async (wait_ms: number) => {
    if (wait_ms === 0) return
    await pause(HOLD_MS)
    throw tooMuch(wait_ms)
  }
  return {
    session: (token) => spend(sessions.take(token, rateOf('session'))),
    business: ({ business_id, category }) =>
      spend(businesses.take(business_id, rateOf('business', category === 'provider' ? PROVIDER_TIMES : 1))),
    address: (key) => spend(addresses.take(key, rateOf('address'))),
  }
}
