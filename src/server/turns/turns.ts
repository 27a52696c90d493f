/**
 * Turns at something scarce, fair between businesses: the next turn goes to the business with the fewest turns under
 * way, then to the one served longest ago, then to the shortest queue, so that nobody waits behind another's queue.
 */
import { tooMany } from '#kernel/errors.ts'
import { PROVIDER_TIMES, type TurnLimits } from './turn-classes.ts'

/** The session and business that a turn counts for. */
export type Asker = {
  readonly session_id: string
  readonly business_id: string
  readonly category: string
}

export type TurnOptions = {
  /** The caller's connection, asked for only where a turn must wait. */
  readonly gone?: (() => AbortSignal) | undefined
}

type Waiting = { readonly session: Session; readonly begin: () => void }
type Session = { readonly id: string; running: number; waiting: number }
type Business = {
  readonly key: string
  readonly most: number
  running: number
  served: number
  queue: Waiting[]
}
type Place = { readonly business: Business; readonly session: Session; readonly from_ms: number }

/** The caller went away while it waited: nobody reads the answer. */
export class CallerGone extends Error {
  override name = 'CallerGone'
}

const WAIT_SECONDS_MAX = 60
const SPREAD_SECONDS = 2
/** Part of the newest turn in the mean time of one. */
const NEWEST = 0.1

const busyText = (seconds: number) => `Too much at once. Please try again in ${seconds} seconds`

/** The refusal after an estimated wait, spread so that callers do not all come back at once. */
export function tooMuch(wait_ms: number): Error {
  const whole = Math.min(WAIT_SECONDS_MAX, Math.max(1, Math.ceil(wait_ms / 1000)))
  const seconds = whole + Math.floor(Math.random() * (SPREAD_SECONDS + 1))
  return tooMany(busyText(seconds), seconds)
}

/** Among callers that were not served yet, the one that asks for least: a crowd that asks for more keeps nobody out. */
const isBefore = (one: Business, other: Business): boolean =>
  (one.running - other.running || one.served - other.served || one.queue.length - other.queue.length) < 0

export class Turns {
  readonly #businesses = new Map<string, Business>()
  readonly #sessions = new Map<string, Session>()
  readonly #limits: TurnLimits
  readonly #nodes: () => number
  #running = 0
  #waiting = 0
  #turn = 0
  #mean_ms = 100

  /** @param nodes servers that share the limits of a business */
  constructor(limits: TurnLimits, nodes: () => number = () => 1) {
    this.#limits = limits
    this.#nodes = nodes
  }

  /** Turns that wait. */
  get waiting(): number {
    return this.#waiting
  }

  /**
   * Runs `work` at the asker's turn. Null is our own work: any number of it waits, for any time.
   * @throws tooMany where too many wait already or the wait was too long, CallerGone where nobody waits any more
   */
  async take<T>(asker: Asker | null, work: () => Promise<T>, options: TurnOptions = {}): Promise<T> {
    const entered = this.#enter(asker, options)
    // With room the work begins at once.
    const release = entered instanceof Promise ? await entered : entered
    try {
      return await work()
    } finally {
      release()
    }
  }

  /** The same for work that ends elsewhere, like a stream. Returns the function that gives the turn back. */
  async enter(asker: Asker | null, options: TurnOptions = {}): Promise<() => void> {
    return this.#enter(asker, options)
  }

  #enter(asker: Asker | null, { gone }: TurnOptions): (() => void) | Promise<() => void> {
    const business = this.#businessOf(asker)
    const session = this.#sessionOf(asker)
    // With room, all that wait are held back by their own sessions.
    if (this.#hasRoom(business, session)) return this.#begin(business, session)
    if (asker !== null && this.#isFull(business, session)) throw this.#refusal(business, session)
    return this.#wait(
      business,
      session,
      asker === null ? Number.POSITIVE_INFINITY : this.#limits.longest_wait_ms,
      gone,
    )
  }

  /** A turn at once. @throws tooMany where there is none */
  hold(asker: Asker): () => void {
    const business = this.#businessOf(asker)
    const session = this.#sessionOf(asker)
    if (!this.#hasRoom(business, session)) throw this.#refusal(business, session)
    return this.#begin(business, session)
  }

  #businessOf(asker: Asker | null): Business {
    const key = asker?.business_id ?? ''
    const known = this.#businesses.get(key)
    if (known) return known
    const most =
      asker === null
        ? Number.POSITIVE_INFINITY
        : this.#limits.business * (asker.category === 'provider' ? PROVIDER_TIMES : 1)
    const fresh: Business = { key, most, running: 0, served: 0, queue: [] }
    this.#businesses.set(key, fresh)
    return fresh
  }

  #sessionOf(asker: Asker | null): Session {
    const id = asker?.session_id ?? ''
    const known = this.#sessions.get(id)
    if (known) return known
    const fresh = { id, running: 0, waiting: 0 }
    this.#sessions.set(id, fresh)
    return fresh
  }

  /** The business's limit on this server. */
  #share({ most }: Business): number {
    const { shared } = this.#limits
    return shared ? Math.max(shared.least, Math.floor(most / Math.max(1, this.#nodes()))) : most
  }

  #hasRoom(business: Business, session: Session): boolean {
    if (this.#running >= this.#limits.process || business.running >= this.#share(business)) return false
    return session.id === '' || session.running < this.#limits.session
  }

  #isFull(business: Business, session: Session): boolean {
    const { waiting, waiting_of } = this.#limits
    if (waiting_of === 'session') return session.waiting >= waiting
    return (
      business.queue.length >= (business.most > this.#limits.business ? waiting * PROVIDER_TIMES : waiting)
    )
  }

  #refusal(business: Business, session: Session): Error {
    this.#forget(business, session)
    const at_once = Math.max(1, Math.min(this.#share(business), this.#limits.process))
    return tooMuch((this.#mean_ms * (business.queue.length + 1)) / at_once)
  }

  #begin(business: Business, session: Session): () => void {
    this.#turn += 1
    business.served = this.#turn
    business.running += 1
    session.running += 1
    this.#running += 1
    const place = { business, session, from_ms: performance.now() }
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#end(place)
    }
  }

  #end({ business, session, from_ms }: Place): void {
    business.running -= 1
    session.running -= 1
    this.#running -= 1
    this.#mean_ms += (performance.now() - from_ms - this.#mean_ms) * NEWEST
    this.#next()
    this.#forget(business, session)
  }

  /** Keeps no memory of idle askers. */
  #forget(business: Business, session: Session): void {
    if (business.running === 0 && business.queue.length === 0) this.#businesses.delete(business.key)
    if (session.running === 0 && session.waiting === 0) this.#sessions.delete(session.id)
  }

  #wait(
    business: Business,
    session: Session,
    longest_ms: number,
    gone: (() => AbortSignal) | undefined,
  ): Promise<() => void> {
    const signal = gone?.()
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', leave)
        session.waiting -= 1
        this.#waiting -= 1
      }
      const quit = (error: Error) => {
        business.queue.splice(business.queue.indexOf(waiting), 1)
        settle()
        this.#forget(business, session)
        reject(error)
      }
      const leave = () => quit(new CallerGone('The caller went away while it waited for its turn.'))
      const waiting: Waiting = {
        session,
        begin: () => {
          settle()
          resolve(this.#begin(business, session))
        },
      }
      const timer = Number.isFinite(longest_ms)
        ? setTimeout(() => quit(this.#refusal(business, session)), longest_ms)
        : undefined
      business.queue.push(waiting)
      session.waiting += 1
      this.#waiting += 1
      if (signal?.aborted) leave()
      else signal?.addEventListener('abort', leave, { once: true })
    })
  }

  /** The first of a business's queue with room in its own session. */
  #ready(business: Business): Waiting | undefined {
    if (business.queue.length === 0) return undefined
    return business.queue.find(({ session }) => this.#hasRoom(business, session))
  }

  #next(): void {
    while (this.#waiting > 0 && this.#running < this.#limits.process) {
      let next: Business | null = null
      let first: Waiting | null = null
      for (const business of this.#businesses.values()) {
        const ready = this.#ready(business)
        if (!ready) continue
        if (next === null || isBefore(business, next)) [next, first] = [business, ready]
      }
      if (next === null || first === null) return
      next.queue.splice(next.queue.indexOf(first), 1)
      first.begin()
    }
  }
}
