/** Work of each person in a day, over all servers: each takes portions of a row and gives from its portion. */
import { createHmac } from 'node:crypto'
import type pg from 'pg'
import type { Viewer } from '#entity/access.ts'
import type { Clock } from '#kernel/clock.ts'
import { countText } from '#kernel/count-text.ts'
import { tooMany } from '#kernel/errors.ts'
import { type Instant, toMs } from '#kernel/instant.ts'
import type { SecurityLog } from '../security/security-log.server.ts'

const HOUR_S = 60 * 60
const DAY_MS = 24 * HOUR_S * 1000
const KEPT_MAX = 10_000

/** A read counts the kilobytes of its answer, so that small pages of a whole list count as the list does. */
const kinds = {
  change: { what: 'Too many changes', portion: 20 },
  export: { what: 'Too many exports', portion: 1 },
  read: { what: 'Too much data read', portion: 8_000 },
} as const
export type BudgetKind = keyof typeof kinds

// No row: the day is used up.
const taking = `
  insert into auth.throttle as t values ($1, $3, $2::timestamptz, $2::timestamptz)
  on conflict (key) do update set
    tries = case when t.since <= $2::timestamptz - interval '1 day' then $3 else t.tries + $3 end,
    since = case when t.since <= $2::timestamptz - interval '1 day' then $2::timestamptz else t.since end
  where t.tries < $4 or t.since <= $2::timestamptz - interval '1 day'
  returning tries, since`

/** `left` falls below 0 after a large answer; the next portion makes up for it. */
type Portion = { left: number; ends_ms: number; is_used_up: boolean }

type Person = Pick<Viewer, 'user_id' | 'impersonator_user_id' | 'business_id' | 'session_id' | 'token'>

export type DayBudget = {
  /** Takes one of the person's day; a token has limits of its own. @throws tooMany when the day is used up */
  readonly take: (person: Person, kind: Exclude<BudgetKind, 'read'>) => Promise<void>
  /** Answers a read and counts its characters. @throws tooMany when the day is used up */
  readonly read: (person: Person, answer: () => Promise<string>) => Promise<string>
  /** For answers that are made later: @returns the count of characters. @throws tooMany when the day is used up */
  readonly beginRead: (person: Person) => Promise<(text: string) => void>
}

type Options = {
  readonly pool: pg.Pool
  readonly clock: Clock
  readonly security: Pick<SecurityLog, 'note'>
  readonly secret: string
  /** Of a person in the 24 hours from the first. */
  readonly most: Readonly<Record<BudgetKind, number>>
}

/** In minutes below an hour, else in hours. */
export function pauseText(seconds: number): string {
  const { unit, length_s } =
    seconds < HOUR_S ? { unit: 'minute', length_s: 60 } : { unit: 'hour', length_s: HOUR_S }
  return countText(Math.max(1, Math.ceil(seconds / length_s)), unit)
}

export function openDayBudget({ pool, clock, security, secret, most }: Options): DayBudget {
  const kept = new Map<string, Portion>()

  const portionOf = (key: string): Portion => {
    const known = kept.get(key)
    if (known && known.ends_ms > toMs(clock.now())) return known
    if (kept.size >= KEPT_MAX) kept.clear()
    const fresh = { left: 0, ends_ms: toMs(clock.now()) + DAY_MS, is_used_up: false }
    kept.set(key, fresh)
    return fresh
  }

  const fill = async (portion: Portion, key: string, kind: BudgetKind): Promise<void> => {
    const wanted = kinds[kind].portion - portion.left
    const bytes = createHmac('sha256', secret).update(`throttle day ${key}`).digest()
    const now = clock.now()
    const { rows } = await pool.query<{ tries: number; since: Instant }>(taking, [
      bytes,
      now,
      wanted,
      most[kind],
    ])
    const [row] = rows
    if (row) {
      portion.left += Math.min(wanted, most[kind] - (row.tries - wanted))
      portion.ends_ms = toMs(row.since) + DAY_MS
      return
    }
    const full = await pool.query<{ since: Instant }>('select since from auth.throttle where key = $1', [
      bytes,
    ])
    portion.is_used_up = true
    portion.ends_ms = toMs(full.rows[0]?.since ?? now) + DAY_MS
  }

  const refuse = async (person: Person, kind: BudgetKind, { ends_ms }: Portion): Promise<never> => {
    const { what } = kinds[kind]
    const seconds = Math.max(1, Math.ceil((ends_ms - toMs(clock.now())) / 1000))
    const { business_id, session_id } = person
    const user_id = person.impersonator_user_id ?? person.user_id
    const says = `${what} in a day`
    await security.note({ kind: 'day_used_up', outcome: 'refused', user_id, business_id, session_id, says })
    throw tooMany(`${says}. Please try again in ${pauseText(seconds)}`, seconds)
  }

  /** @returns the portion to take from; null for a token. */
  const open = async (person: Person, kind: BudgetKind): Promise<Portion | null> => {
    if (person.token !== null) return null
    const key = `${kind}:${person.impersonator_user_id ?? person.user_id}`
    const portion = portionOf(key)
    if (portion.left <= 0 && !portion.is_used_up) await fill(portion, key, kind)
    return portion.left > 0 ? portion : refuse(person, kind, portion)
  }

  const beginRead = async (person: Person) => {
    const portion = await open(person, 'read')
    return (text: string) => {
      if (portion) portion.left -= Math.ceil(text.length / 1000)
    }
  }

  return {
    take: async (person, kind) => {
      const portion = await open(person, kind)
      if (portion) portion.left -= 1
    },
    beginRead,
    read: async (person, answer) => {
      const count = await beginRead(person)
      const text = await answer()
      count(text)
      return text
    },
  }
}
