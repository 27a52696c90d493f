/** The second step of a sign-in: a code, or the first factor of a role that needs one. No session exists before its end. */
import type { Clock } from '#kernel/clock.ts'
import { precondition, tooMany } from '#kernel/errors.ts'
import { type Instant, instantFromMs, toMs } from '#kernel/instant.ts'
import type { Tx } from '../verb.ts'
import { actsElsewhere, isCompanyWord, type Shown, trustsProvider } from './auth-company.server.ts'
import { newToken } from './auth-cookie.ts'
import { factorsOf, preferredFactor } from './auth-factor.server.ts'
import { linkHash } from './auth-link-token.ts'
import { recoveryCodesLeft } from './auth-recovery.server.ts'
import { factorNeed, hasSecondFactor, isNeeded, needText, type SignInMethod } from './auth-required.server.ts'

export const SECOND_STEP_SECONDS = 10 * 60
const TRIES_MAX = 5

export type StepKind = 'second_factor' | 'enrol' | 'sso'

/** A sign-in under way; `browser` is the value of the cookie. */
export type SecondStep = {
  readonly step: StepKind
  readonly methods: readonly ('passkey' | 'totp' | 'sms' | 'recovery_code')[]
  /** For codes by SMS: the last digits of the phone. */
  readonly phone?: string
  /** Of a business's own sign-in. */
  readonly provider_name?: string
  /** The business that asks for this step, in words. */
  readonly message?: string
  readonly challenge: string
  readonly browser: string
  readonly expires_at: Instant
}

/** The step that a sign-in still needs after its first factor. Null = none. */
export async function openSecondStep(
  tx: Tx,
  clock: Clock,
  user_id: string,
  { methods: first, through }: Shown,
): Promise<SecondStep | null> {
  if (hasSecondFactor(first) || (await trustsProvider(tx, through))) return null
  const now = clock.now()
  const need = await factorNeed(tx, user_id, now)
  const factors = (await factorsOf(tx, user_id)).filter(({ type }) => type !== 'sms' || !need.by_role)
  if (factors.length === 0 && !isNeeded(need)) return null
  const step = factors.length > 0 ? 'second_factor' : 'enrol'
  // Otherwise a business could add a factor of its own to a person of other businesses.
  if (
    step === 'enrol' &&
    through !== null &&
    isCompanyWord(first) &&
    (await actsElsewhere(tx, user_id, through))
  )
    throw precondition('Set up a second factor first: sign in another way')
  const hasCodes = step === 'second_factor' && (await recoveryCodesLeft(tx, user_id)) > 0
  const preferred = await preferredFactor(tx, user_id)
  const types = (['passkey', 'totp', 'sms'] as const)
    .filter((type) => factors.some((one) => one.type === type))
    .sort((a, b) => Number(b === preferred) - Number(a === preferred))
  const phone = factors.find(({ type }) => type === 'sms')?.phone
  const reason = step === 'enrol' && !need.by_role ? needText(need) : null
  const opened: SecondStep = {
    step,
    methods: step === 'enrol' ? ['passkey', 'totp'] : hasCodes ? [...types, 'recovery_code'] : types,
    ...(phone ? { phone } : {}),
    ...(reason === null ? {} : { message: reason }),
    challenge: newToken(),
    browser: newToken(),
    expires_at: instantFromMs(toMs(now) + SECOND_STEP_SECONDS * 1000),
  }
  await tx.run(
    `insert into auth.challenge (id_hash, user_id, kind, browser_hash, first_methods, created_at, expires_at, identity_provider_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      linkHash(opened.challenge),
      user_id,
      step,
      linkHash(opened.browser),
      first,
      now,
      opened.expires_at,
      through,
    ],
  )
  return opened
}

/** A challenge as its browser holds it. */
export type Held = { readonly challenge: string; readonly browser: string }

type Open = {
  readonly user_id: string
  readonly first_methods: readonly SignInMethod[]
  /** The identity provider that the sign-in came through; for `sso`, the one that it goes to. */
  readonly identity_provider_id: string | null
}

const ended = () => precondition('This sign-in has ended. Please sign in again')

/** @throws precondition for an unknown or late challenge, and in another browser */
export async function openChallengeOf(tx: Tx, clock: Clock, held: Held, kind: StepKind): Promise<Open> {
  const row = await tx.row<Open>(
    `select user_id, first_methods, identity_provider_id from auth.challenge
     where id_hash = $1 and browser_hash = $2 and kind = $3 and expires_at > $4`,
    [linkHash(held.challenge), linkHash(held.browser), kind, clock.now()],
  )
  if (!row) throw ended()
  return row
}

/** Counts a try before checking it, so that simultaneous tries wait for each other. @throws tooMany after five */
export async function countTry(tx: Tx, held: Held): Promise<void> {
  const counted = await tx.run(
    `update auth.challenge set tries = tries + 1 where id_hash = $1 and tries < ${TRIES_MAX}`,
    [linkHash(held.challenge)],
  )
  if (counted === 0) throw tooMany('Too many attempts. Please sign in again', 1)
}

/** @throws precondition when another call ended it meanwhile */
export async function endChallenge(tx: Tx, held: Held): Promise<void> {
  const gone = await tx.run('delete from auth.challenge where id_hash = $1', [linkHash(held.challenge)])
  if (gone === 0) throw ended()
}
