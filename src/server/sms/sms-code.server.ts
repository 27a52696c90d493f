/** Codes by SMS: one live code of each phone, for five minutes and five tries (people, factors). */
import { randomInt } from 'node:crypto'
import type { Clock } from '#kernel/clock.ts'
import { precondition } from '#kernel/errors.ts'
import { instantFromMs, toMs } from '#kernel/instant.ts'
import { codeDigits } from '#kernel/typed-text.ts'
import { newUuid } from '#kernel/uuid.ts'
import { type Confirmed, FACTORS_MAX, factorsOf } from '../auth/auth-factor.server.ts'
import { newRecoveryCodes } from '../auth/auth-recovery.server.ts'
import { needsStrongFactor } from '../auth/auth-required.server.ts'
import { countSms } from '../auth/auth-throttle.server.ts'
import { type DataKeySettings, macsOf } from '../data-key.ts'
import type { Database } from '../database.ts'
import type { SmsGateway } from '../settings/settings-sms.ts'
import { inTransaction } from '../tx.ts'
import type { Tx } from '../verb.ts'
import { smsText } from './sms.rules.ts'
import { sendSms } from './sms-gateway.server.ts'

const CODE_SECONDS = 5 * 60
const TRIES_MAX = 5

type Within = { readonly tx: Tx; readonly clock: Clock }

/** A phone of a user, confirmed or waiting for its first code. */
export type Phone = { readonly id: string; readonly user_id: string; readonly phone: string }

/** The phone that signs this person in; null for roles that can release money, since SMS is no proof for them. */
export async function signInPhone(tx: Tx, user_id: string): Promise<Phone | null> {
  if (await needsStrongFactor(tx, user_id)) return null
  return confirmedPhone(tx, user_id)
}

export async function confirmedPhone(tx: Tx, user_id: string): Promise<Phone | null> {
  const row = await tx.row<Phone>(
    `select id, user_id, phone from auth.factor
     where user_id = $1 and type = 'sms' and confirmed_at is not null`,
    [user_id],
  )
  return row ?? null
}

/** The phone of an enrolment under way. */
export async function waitingPhone(tx: Tx, user_id: string): Promise<Phone | null> {
  const row = await tx.row<Phone>(
    `select id, user_id, phone from auth.factor where user_id = $1 and type = 'sms' and confirmed_at is null`,
    [user_id],
  )
  return row ?? null
}

/** A phone that waits for its first code. It is no factor before. */
export async function beginPhone({ tx, clock }: Within, user_id: string, phone: string): Promise<Phone> {
  const waiting = await waitingPhone(tx, user_id)
  if (waiting?.phone === phone) return waiting
  const factors = await factorsOf(tx, user_id)
  if (factors.length >= FACTORS_MAX && !factors.some(({ type }) => type === 'sms'))
    throw precondition(`You have ${FACTORS_MAX} second factors. Remove one first`)
  await tx.run('delete from auth.factor where user_id = $1 and confirmed_at is null', [user_id])
  const id = newUuid(clock)
  await tx.run(
    `insert into auth.factor (id, user_id, type, label, phone, created_at) values ($1, $2, 'sms', 'Phone', $3, $4)`,
    [id, user_id, phone, clock.now()],
  )
  return { id, user_id, phone }
}

export type SmsDeps = {
  readonly database: Pick<Database, 'session'>
  readonly clock: Clock
  readonly secret: string
  readonly settings: DataKeySettings & { readonly sms: SmsGateway }
}

/** @throws precondition where no gateway is set up */
export function requireGateway({ sms }: SmsDeps['settings']): NonNullable<SmsGateway> {
  if (sms === null) throw precondition('Codes by SMS are not set up')
  return sms
}

const macs = (settings: DataKeySettings, { id }: Pick<Phone, 'id'>, code: string): readonly Buffer[] =>
  macsOf(settings, `sms code ${id} ${code}`)

/**
 * Sends a new code; the one before works no more.
 * @param host of the page that takes the code
 * @throws tooMany within 30 seconds, and beyond the counts of an hour and a day; SmsNotSent
 */
export async function sendCode(deps: SmsDeps, phone: Phone, host: string): Promise<void> {
  const { database, clock, secret, settings } = deps
  const gateway = requireGateway(settings)
  await countSms(database.session.pool, secret, phone, clock.now())
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const now = clock.now()
  await inTransaction(database.session, (tx) =>
    tx.run(
      `insert into auth.sms_code (factor_id, code_mac, created_at, expires_at) values ($1, $2, $3, $4)
       on conflict (factor_id) do update set code_mac = $2, tries = 0, created_at = $3, expires_at = $4`,
      [phone.id, macs(settings, phone, code)[0], now, instantFromMs(toMs(now) + CODE_SECONDS * 1000)],
    ),
  )
  await sendSms(gateway, { to: phone.phone, text: smsText(code, host), reference: newUuid(clock) })
}

/** Uses a code up. A try counts before it is judged, so keep the transaction for a wrong code, too. */
export async function takeSmsCode(
  { tx, clock }: Within,
  settings: DataKeySettings,
  phone: Pick<Phone, 'id'>,
  code: string,
): Promise<boolean> {
  const live = await tx.row<{ is_right: boolean }>(
    `update auth.sms_code set tries = tries + 1
     where factor_id = $1 and tries < ${TRIES_MAX} and expires_at > $2 returning code_mac = any($3) as is_right`,
    [phone.id, clock.now(), macs(settings, phone, codeDigits(code))],
  )
  if (!live?.is_right) return false
  await tx.run('delete from auth.sms_code where factor_id = $1', [phone.id])
  await tx.run('update auth.factor set last_used_at = $2 where id = $1', [phone.id, clock.now()])
  return true
}

/** Turns a waiting phone into the person's one phone by its first code. @returns null for a wrong code */
export async function confirmPhone(
  within: Within,
  settings: DataKeySettings,
  phone: Phone,
  code: string,
): Promise<Confirmed | null> {
  const { tx, clock } = within
  if (!(await takeSmsCode(within, settings, phone, code))) return null
  const isFirst = (await factorsOf(tx, phone.user_id)).length === 0
  await tx.run(`delete from auth.factor where user_id = $1 and type = 'sms' and id <> $2`, [
    phone.user_id,
    phone.id,
  ])
  await tx.run('update auth.factor set confirmed_at = $2 where id = $1', [phone.id, clock.now()])
  return isFirst ? { recovery_codes: await newRecoveryCodes(within, settings, phone.user_id) } : {}
}
