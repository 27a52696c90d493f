/** Calls and changes a minute of each token, over all servers: each takes portions of a row and gives from its portion. */
import type pg from 'pg'
import type { Clock } from '#kernel/clock.ts'
import { tooMany } from '#kernel/errors.ts'
import { type Instant, instantFromMs, toMs } from '#kernel/instant.ts'

export const token_limits = { call: 600, change: 120 } as const
export const AT_ONCE = 10
type Kind = keyof typeof token_limits

const WINDOW_MS = 60_000
const PORTION = 50
const KEPT_MAX = 1_000

const taking = `
  insert into auth.api_token_permit as p values ($1, $2, $3, 1)
  on conflict (api_token_id, kind) do update set
    minute = greatest(p.minute, excluded.minute),
    portions = case when p.minute < excluded.minute then 1 else p.portions + 1 end
  where p.minute < excluded.minute or p.portions < $4
  returning portions`

type Portion = { readonly minute_ms: number; portions: number; left: number }

export type Permits = {
  /** Takes one call. @throws tooMany when the minute is used up */
  readonly take: (token_id: string, kind: Kind) => Promise<Left>
  /** A call under way. @returns its end. @throws tooMany with too many at once */
  readonly begin: (token_id: string) => () => void
}

/** What is left of the minute. */
export type Left = { readonly remaining: number; readonly seconds: number }

export function openPermits({ pool, clock }: { readonly pool: pg.Pool; readonly clock: Clock }): Permits {
  const kept = new Map<string, Portion>()
  const under_way = new Map<string, number>()

  const portionOf = (key: string, minute_ms: number): Portion => {
    const known = kept.get(key)
    if (known?.minute_ms === minute_ms) return known
    if (kept.size >= KEPT_MAX) kept.clear()
    const fresh = { minute_ms, portions: 0, left: 0 }
    kept.set(key, fresh)
    return fresh
  }

  const fill = async (portion: Portion, token_id: string, kind: Kind, minute: Instant) => {
    const limit = token_limits[kind]
    const most = Math.ceil(limit / PORTION)
    const { rows } = await pool.query<{ portions: number }>(taking, [token_id, kind, minute, most])
    const [row] = rows
    if (!row) return
    portion.portions = row.portions
    portion.left += Math.min(PORTION, limit - (row.portions - 1) * PORTION)
  }

  return {
    take: async (token_id, kind) => {
      const now_ms = toMs(clock.now())
      const minute_ms = now_ms - (now_ms % WINDOW_MS)
      const seconds = Math.ceil((minute_ms + WINDOW_MS - now_ms) / 1000)
      const portion = portionOf(`${token_id} ${kind}`, minute_ms)
      if (portion.left === 0) await fill(portion, token_id, kind, instantFromMs(minute_ms))
      if (portion.left === 0)
        throw tooMany(`Too many calls by this token. Please try again in ${seconds} seconds`, seconds)
      portion.left -= 1
      const elsewhere = Math.max(0, token_limits[kind] - portion.portions * PORTION)
      return { remaining: elsewhere + portion.left, seconds }
    },
    begin: (token_id) => {
      const running = under_way.get(token_id) ?? 0
      if (running >= AT_ONCE) throw tooMany(`At most ${AT_ONCE} calls at once by a token`, 1)
      under_way.set(token_id, running + 1)
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        const left = (under_way.get(token_id) ?? 1) - 1
        if (left === 0) under_way.delete(token_id)
        else under_way.set(token_id, left)
      }
    },
  }
}
