/**
 * Limits guessing without locking anybody out (docs/security.md, sign-in). A try is counted before it is judged, so that
 * parallel tries queue on the row, and counted in the database, so that all servers share the count.
 */
import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { tooMany } from '#kernel/errors.ts'
import { type Instant, instantFromMs, toMs } from '#kernel/instant.ts'
import { addressKey } from '../http/http-limits.ts'

const QUARTER_HOUR_S = 15 * 60
const HOUR_S = 60 * 60
const DAY_S = 24 * HOUR_S

/** Tries before pauses begin, or before sign-ins go through a mailed link. */
export const throttle_limits = {
  device: { free: 10, window_s: QUARTER_HOUR_S },
  pair: { free: 5, window_s: QUARTER_HOUR_S },
  user: { free: 100, window_s: DAY_S },
  net: { free: 50, window_s: QUARTER_HOUR_S },
  /** Codes of a user from a network or a known device. */
  code: { free: 5, window_s: QUARTER_HOUR_S },
  code_user: { free: 100, window_s: DAY_S },
  /** Mailed links that were never ours, by network. */
  link: { free: 50, window_s: QUARTER_HOUR_S },
  /** Links to a new password: mails to a user, and calls of a network. */
  asked_user: { free: 3, window_s: HOUR_S },
  asked_net: { free: 20, window_s: HOUR_S },
  /** Look-ups at Companies House, which allows 600 in five minutes: of the installation, and of a user. */
  lookup_all: { free: 500, window_s: 5 * 60 },
  lookup_user: { free: 30, window_s: 60 },
  /** Questions of a user whether an identifier is free. */
  unique_user: { free: 60, window_s: 60 },
  /** Codes by SMS: to a number, of a user, and of the installation, since each costs money. */
  sms_pause: { free: 1, window_s: 30 },
  sms_hour: { free: 5, window_s: HOUR_S },
  sms_day: { free: 10, window_s: DAY_S },
  sms_all: { free: 200, window_s: HOUR_S },
} as const
type KeyKind = keyof typeof throttle_limits

const PAUSE_SECONDS_MAX = 900

type Key = { readonly kind: KeyKind; readonly bytes: Buffer }

/** The keys of one try: a known device counts alone. */
export type TryKeys = { readonly paused: Key; readonly counted: readonly Key[] }

/** The table holds HMACs, so it lists neither addresses nor people. */
const keyOf = (secret: string, kind: KeyKind, of: string): Key => ({
  kind,
  bytes: createHmac('sha256', secret).update(`throttle ${kind}:${of}`).digest(),
})

/** The keys of a code: those of a known device count alone, too. */
export function codeKeys(
  secret: string,
  user_id: string,
  { ip, device_id }: { readonly ip: string; readonly device_id: string | null },
): TryKeys {
  return {
    paused: keyOf(secret, 'code', JSON.stringify([user_id, device_id ?? addressKey(ip)])),
    counted: device_id === null ? [keyOf(secret, 'code_user', user_id)] : [],
  }
}

export function tryKeys(
  secret: string,
  email: string,
  { ip, device_id }: { readonly ip: string; readonly device_id: string | null },
): TryKeys {
  if (device_id !== null) return { paused: keyOf(secret, 'device', device_id), counted: [] }
  const net = addressKey(ip)
  return {
    paused: keyOf(secret, 'pair', JSON.stringify([email, net])),
    counted: [keyOf(secret, 'user', email), keyOf(secret, 'net', net)],
  }
}

// The conflicting update locks the row and tests next_at again after the other try's commit.
const reserving = `
  insert into auth.throttle as t values ($1, 1, $2::timestamptz,
    case when $4::int <= 1 then $2::timestamptz + interval '5 s' else $2::timestamptz end)
  on conflict (key) do update set
    tries = case when t.since < $2::timestamptz - $3::interval then 1 else t.tries + 1 end,
    since = $2::timestamptz,
    next_at = case when t.since < $2::timestamptz - $3::interval or t.tries + 1 < $4::int then $2::timestamptz
      else $2::timestamptz + least(interval '5 s' * power(2, least(t.tries + 1 - $4::int, 20)), $5::interval) end
  where t.next_at <= $2::timestamptz
  returning tries`

const counting = `
  insert into auth.throttle as t values ($1, 1, $2::timestamptz, $2::timestamptz)
  on conflict (key) do update set
    tries = case when t.since < $2::timestamptz - $3::interval then 1 else t.tries + 1 end,
    since = case when t.since < $2::timestamptz - $3::interval then $2::timestamptz else t.since end
  returning tries, since`

const tooManyText = (seconds: number) => `Too many attempts. Please try again in ${seconds} seconds`

/** @throws tooMany during a pause */
async function reserve(pool: pg.Pool, { kind, bytes }: Key, now: Instant): Promise<void> {
  const { free, window_s } = throttle_limits[kind]
  const { rowCount } = await pool.query(reserving, [
    bytes,
    now,
    `${window_s} s`,
    free,
    `${PAUSE_SECONDS_MAX} s`,
  ])
  if (rowCount !== 0) return
  const { rows } = await pool.query<{ next_at: Instant }>(
    'select next_at from auth.throttle where key = $1',
    [bytes],
  )
  const left_ms = rows[0] ? toMs(rows[0].next_at) - toMs(now) : 0
  const seconds = Math.max(1, Math.ceil(left_ms / 1000))
  throw tooMany(tooManyText(seconds), seconds)
}

/** Counts a try. @returns the tries of the window beyond the free ones; 0 or less: none */
async function beyondFree(pool: pg.Pool, { kind, bytes }: Key, now: Instant): Promise<number> {
  const { free, window_s } = throttle_limits[kind]
  const { rows } = await pool.query<{ tries: number }>(counting, [bytes, now, `${window_s} s`])
  return (rows[0]?.tries ?? 0) - free
}

const isCrowded = async (pool: pg.Pool, key: Key, now: Instant): Promise<boolean> =>
  (await beyondFree(pool, key, now)) > 0

/**
 * Counts a try. Call it before the password is judged.
 * @returns whether right and wrong passwords must be answered alike, by a mailed link; and whether this try is the first such
 * @throws tooMany during a pause
 */
export async function beginTry(
  pool: pg.Pool,
  keys: TryKeys,
  now: Instant,
): Promise<{ quiet: boolean; is_first: boolean }> {
  await reserve(pool, keys.paused, now)
  const beyond: number[] = []
  for (const key of keys.counted) beyond.push(await beyondFree(pool, key, now))
  return { quiet: beyond.some((tries) => tries > 0), is_first: beyond.includes(1) }
}

/** A right password clears the pauses and does not count. */
export async function forgiveTry(pool: pg.Pool, { paused, counted }: TryKeys): Promise<void> {
  await pool.query('delete from auth.throttle where key = $1', [paused.bytes])
  await pool.query('update auth.throttle set tries = greatest(tries - 1, 0) where key = any($1)', [
    counted.map((key) => key.bytes),
  ])
}

type Lookup = { readonly secret: string; readonly net: string }

/**
 * Call it before a mailed link is looked up. Right links never count: programs that read mail open them often.
 * @throws tooMany for a network that tried many unknown ones
 */
export async function requireLookup(pool: pg.Pool, { secret, net }: Lookup, now: Instant): Promise<void> {
  const { free, window_s } = throttle_limits.link
  const { rows } = await pool.query<{ since: Instant }>(
    'select since from auth.throttle where key = $1 and tries > $2',
    [keyOf(secret, 'link', net).bytes, free],
  )
  const left_ms = rows[0] ? toMs(rows[0].since) + window_s * 1000 - toMs(now) : 0
  if (left_ms <= 0) return
  const seconds = Math.ceil(left_ms / 1000)
  throw tooMany(tooManyText(seconds), seconds)
}

/** Counts a link that was never ours. */
export async function missLink(pool: pg.Pool, { secret, net }: Lookup, now: Instant): Promise<void> {
  await isCrowded(pool, keyOf(secret, 'link', net), now)
}

/** Counts a wish for a link to a new password. @returns whether a mail may go */
export async function countAsked(
  pool: pg.Pool,
  { secret, email, net }: Lookup & { readonly email: string },
  now: Instant,
): Promise<boolean> {
  const isNetCrowded = await isCrowded(pool, keyOf(secret, 'asked_net', net), now)
  const isUserCrowded = await isCrowded(pool, keyOf(secret, 'asked_user', email), now)
  return !isNetCrowded && !isUserCrowded
}

/** Counts a look-up at a public register. @returns whether it may go */
export async function countLookup(
  pool: pg.Pool,
  secret: string,
  user_id: string,
  now: Instant,
): Promise<boolean> {
  // A refused look-up of a busy user does not count for the others.
  if (await isCrowded(pool, keyOf(secret, 'lookup_user', user_id), now)) return false
  return !(await isCrowded(pool, keyOf(secret, 'lookup_all', ''), now))
}

/** Counts a try against a limit without pauses. @throws tooMany until the window's end */
async function requireFree(pool: pg.Pool, { kind, bytes }: Key, now: Instant): Promise<void> {
  const { free, window_s } = throttle_limits[kind]
  const { rows } = await pool.query<{ tries: number; since: Instant }>(counting, [
    bytes,
    now,
    `${window_s} s`,
  ])
  const [row] = rows
  if (!row || row.tries <= free) return
  const seconds = Math.max(1, Math.ceil((toMs(row.since) + window_s * 1000 - toMs(now)) / 1000))
  throw tooMany(tooManyText(seconds), seconds)
}

/** Counts a question whether an identifier is free. */
export const countUnique = (pool: pg.Pool, secret: string, user_id: string, now: Instant): Promise<void> =>
  requireFree(pool, keyOf(secret, 'unique_user', user_id), now)

/** Counts a code by SMS before it is sent: by number and user, so that neither many users nor many numbers cost much. */
export async function countSms(
  pool: pg.Pool,
  secret: string,
  { user_id, phone }: { readonly user_id: string; readonly phone: string },
  now: Instant,
): Promise<void> {
  for (const kind of ['sms_pause', 'sms_hour', 'sms_day'] as const)
    for (const counted of [phone, user_id]) await requireFree(pool, keyOf(secret, kind, counted), now)
  await requireFree(pool, keyOf(secret, 'sms_all', ''), now)
}

/** Deletes rows outside every window, and challenges and confirmations past their end; run by the worker. */
export async function sweepThrottle(pool: pg.Pool, now: Instant): Promise<void> {
  await pool.query('delete from auth.throttle where since < $1', [instantFromMs(toMs(now) - DAY_S * 1000)])
  await pool.query('delete from auth.challenge where expires_at < $1', [now])
  await pool.query('delete from auth.oidc_state where expires_at < $1', [now])
  await pool.query('delete from auth.passkey_challenge where expires_at < $1', [now])
  await pool.query('delete from auth.step_up where expires_at < $1', [now])
}
