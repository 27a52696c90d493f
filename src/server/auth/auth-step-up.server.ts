/** Confirmations that the signed-in person is still at the browser (people, step-up). */
import type { Viewer } from '#entity/access.ts'
import type { Clock } from '#kernel/clock.ts'
import { notFound, type StepUpMethod, unconfirmed } from '#kernel/errors.ts'
import { type Instant, instantFromMs, toMs } from '#kernel/instant.ts'
import type { Tx } from '../verb.ts'
import { newToken } from './auth-cookie.ts'
import { linkHash } from './auth-link-token.ts'
import { needsStrongFactor } from './auth-required.server.ts'

/** The page uses the confirmation of one call at once. */
const TOKEN_SECONDS = 300

type Within = { readonly tx: Tx; readonly clock: Clock }

/** A call, by its action and the hash of its input. */
export type OneCall = { readonly action_id: string; readonly input_hash: string }

type Asked = {
  readonly action_id: string
  /** Computed only where the confirmation is for this call alone. */
  readonly input_hash: () => string
  /** Of the confirmation that came along. */
  readonly token: string | null
}

const later = (from: Instant, seconds: number): Instant => instantFromMs(toMs(from) + seconds * 1000)

/** The ways in which the person of a session can confirm: a password alone only without a second factor. */
export async function stepUpMethods(tx: Tx, session_id: string): Promise<readonly StepUpMethod[]> {
  const facts = await tx.row<{
    is_persona: boolean
    has_app: boolean
    has_passkey: boolean
    has_phone: boolean
    user_id: string
    has_codes: boolean
    has_password: boolean
  }>(
    `select (select is_demo from platform.installation) and 'demo' = any(s.methods) as is_persona,
       exists (select from auth.factor f where f.user_id = s."userId" and f.type = 'totp' and f.confirmed_at is not null) as has_app,
       exists (select from auth.factor p where p.user_id = s."userId" and p.type = 'passkey') as has_passkey,
       exists (select from auth.factor p where p.user_id = s."userId" and p.type = 'sms' and p.confirmed_at is not null) as has_phone,
       s."userId" as user_id,
       exists (select from auth.recovery_code r where r.user_id = s."userId") as has_codes,
       exists (select from auth.account a where a."userId" = s."userId" and a.password is not null) as has_password
     from auth.session s where s.id = $1`,
    [session_id],
  )
  if (!facts) throw notFound('Session')
  if (facts.is_persona) return ['demo']
  // Without one the person signs in again, at their provider.
  if (!facts.has_app && !facts.has_passkey && !facts.has_phone) return facts.has_password ? ['password'] : []
  const takesSms = facts.has_phone && !(await needsStrongFactor(tx, facts.user_id))
  return [
    ...(facts.has_passkey ? (['passkey'] as const) : []),
    ...(facts.has_app ? (['totp'] as const) : []),
    ...(takesSms ? (['sms'] as const) : []),
    ...(facts.has_codes ? (['recovery_code'] as const) : []),
  ]
}

/**
 * @param need seconds for which a confirmation holds, `once` for one of this call alone, null for none
 * @throws notAllowed with the ways to confirm. Work without a session is the product's own: the person who asked
 * for it was asked.
 */
export async function requireStepUp(
  { tx, clock }: Within,
  { session_id }: Viewer,
  need: number | 'once' | null,
  { action_id, input_hash, token }: Asked,
): Promise<void> {
  if (need === null || session_id === '') return
  if (need !== 'once') return requireRecent({ tx, clock }, session_id, need)
  const call = { action_id, input_hash: input_hash() }
  if (token !== null && (await takeToken({ tx, clock }, session_id, call, token))) return
  throw unconfirmed({ methods: await stepUpMethods(tx, session_id), max_age: 0, ...call })
}

/** @throws notAllowed with the ways to confirm, unless the session was confirmed in the last seconds */
export async function requireRecent(
  { tx, clock }: Within,
  session_id: string,
  seconds: number,
): Promise<void> {
  const recent = await tx.row('select 1 as one from auth.session where id = $1 and step_up_at > $2', [
    session_id,
    later(clock.now(), -seconds),
  ])
  if (!recent) throw unconfirmed({ methods: await stepUpMethods(tx, session_id), max_age: seconds })
}

/** Uses a confirmation up, with the action that it confirms: both are kept, or neither. */
async function takeToken(
  { tx, clock }: Within,
  session_id: string,
  { action_id, input_hash }: OneCall,
  token: string,
): Promise<boolean> {
  const used = await tx.run(
    `delete from auth.step_up
     where token_hash = $1 and session_id = $2 and action_id = $3 and input_hash = $4 and expires_at > $5`,
    [linkHash(token), session_id, action_id, input_hash, clock.now()],
  )
  return used === 1
}

/** Confirms the session, and with `call` that call too. @returns the token for its repeat */
export async function keepStepUp(
  { tx, clock }: Within,
  session_id: string,
  call: OneCall | null,
): Promise<{ readonly step_up_token?: string }> {
  const now = clock.now()
  await tx.run('update auth.session set step_up_at = $2 where id = $1', [session_id, now])
  if (call === null) return {}
  const step_up_token = newToken()
  await tx.run(
    `insert into auth.step_up (token_hash, session_id, action_id, input_hash, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [linkHash(step_up_token), session_id, call.action_id, call.input_hash, now, later(now, TOKEN_SECONDS)],
  )
  return { step_up_token }
}
