/** Second factors of a user. */
import type { Clock } from '#kernel/clock.ts'
import { precondition } from '#kernel/errors.ts'
import type { Instant } from '#kernel/instant.ts'
import { newUuid } from '#kernel/uuid.ts'
import { type DataKeySettings, decryptText, encryptText } from '../data-key.ts'
import type { Tx } from '../verb.ts'
import { newRecoveryCodes } from './auth-recovery.server.ts'
import { newTotpSecret, otpauthUri, totpStep } from './auth-totp.ts'

export const FACTORS_MAX = 5
/** Binds the encrypted secret to its row: a value copied to another row cannot be decrypted. */
const PLACE = 'auth.factor.secret_enc'

type Within = { readonly tx: Tx; readonly clock: Clock }
type SecretRow = { readonly id: string; readonly secret_enc: string }

export type Factor = {
  readonly id: string
  readonly type: 'totp' | 'passkey' | 'sms'
  readonly label: string
  /** Its last digits; null for other factors. */
  readonly phone: string | null
  readonly created_at: Instant
  readonly last_used_at: Instant | null
}

export const factorsOf = (tx: Tx, user_id: string): Promise<Factor[]> =>
  tx.rows<Factor>(
    `select id, type, label, '•••• ' || right(phone, 4) as phone, created_at, last_used_at from auth.factor
     where user_id = $1 and confirmed_at is not null order by id`,
    [user_id],
  )

/** A secret for an app. It becomes a factor with the first code. */
export async function beginTotp(
  { tx, clock }: Within,
  settings: DataKeySettings,
  user: { readonly id: string; readonly email: string },
): Promise<{ readonly id: string; readonly otpauth_uri: string; readonly secret: string }> {
  if ((await factorsOf(tx, user.id)).length >= FACTORS_MAX)
    throw precondition(`You have ${FACTORS_MAX} second factors. Remove one first`)
  await tx.run('delete from auth.factor where user_id = $1 and confirmed_at is null', [user.id])
  const id = newUuid(clock)
  const secret = newTotpSecret()
  await tx.run(
    `insert into auth.factor (id, user_id, type, label, secret_enc, created_at)
     values ($1, $2, 'totp', 'Authenticator app', $3, $4)`,
    [id, user.id, encryptText(settings, secret, PLACE), clock.now()],
  )
  return { id, otpauth_uri: otpauthUri(secret, user.email), secret }
}

/** Whether a code is right and new. Two calls with one code: the row lets one of them pass. */
async function usesCode(
  { tx, clock }: Within,
  settings: DataKeySettings,
  { id, secret_enc }: SecretRow,
  code: string,
): Promise<boolean> {
  const step = totpStep(decryptText(settings, secret_enc, PLACE), code, clock.now())
  if (step === null) return false
  const used = await tx.run(
    'update auth.factor set last_step = $2, last_used_at = $3 where id = $1 and coalesce(last_step, -1) < $2',
    [id, step, clock.now()],
  )
  return used === 1
}

/** Whether a code belongs to one of the user's apps and was never used. */
export async function takeTotpCode(
  within: Within,
  settings: DataKeySettings,
  user_id: string,
  code: string,
): Promise<boolean> {
  const rows = await within.tx.rows<SecretRow>(
    `select id, secret_enc from auth.factor where user_id = $1 and type = 'totp' and confirmed_at is not null
     order by id`,
    [user_id],
  )
  for (const row of rows) if (await usesCode(within, settings, row, code)) return true
  return false
}

export type Confirmed = {
  /** With the first factor alone. */
  readonly recovery_codes?: readonly string[]
}

/** Turns a secret into a factor by its first code. @returns null for a wrong code */
export async function confirmTotp(
  within: Within,
  settings: DataKeySettings,
  user_id: string,
  { id, code }: { readonly id: string; readonly code: string },
): Promise<Confirmed | null> {
  const { tx, clock } = within
  const row = await tx.row<SecretRow>(
    'select id, secret_enc from auth.factor where id = $1 and user_id = $2 and confirmed_at is null for update',
    [id, user_id],
  )
  if (!row || !(await usesCode(within, settings, row, code))) return null
  const isFirst = (await factorsOf(tx, user_id)).length === 0
  await tx.run('update auth.factor set confirmed_at = $2 where id = $1', [id, clock.now()])
  return isFirst ? { recovery_codes: await newRecoveryCodes(within, settings, user_id) } : {}
}

/** The factor that a person is asked for first; null = none chosen. */
export async function preferredFactor(tx: Tx, user_id: string): Promise<string | null> {
  const row = await tx.row<{ preferred: string | null }>(
    `select preferences->>'second_factor' as preferred from platform."user" where id = $1`,
    [user_id],
  )
  return row?.preferred ?? null
}

export async function preferFactor(tx: Tx, user_id: string, type: Factor['type']): Promise<void> {
  await tx.run(
    `update platform."user" set preferences = preferences || jsonb_build_object('second_factor', $2::text) where id = $1`,
    [user_id, type],
  )
}

/** @returns whether it was one of the user's */
export async function removeFactor(tx: Tx, user_id: string, id: string): Promise<boolean> {
  const removed = await tx.run('delete from auth.factor where id = $1 and user_id = $2', [id, user_id])
  if ((await factorsOf(tx, user_id)).length === 0)
    await tx.run('delete from auth.recovery_code where user_id = $1', [user_id])
  return removed === 1
}

/** Takes all factors away, with their recovery codes. */
export async function removeFactors(tx: Tx, user_id: string): Promise<void> {
  await tx.run('delete from auth.factor where user_id = $1', [user_id])
  await tx.run('delete from auth.recovery_code where user_id = $1', [user_id])
}
