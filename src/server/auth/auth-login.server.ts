import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Clock } from '#kernel/clock.ts'
import { notFound, signInRefused } from '#kernel/errors.ts'
import { errorText } from '#kernel/messages.ts'
import type { DataKeySettings } from '../data-key.ts'
import type { Database } from '../database.ts'
import { addressKey } from '../http/http-limits.ts'
import { parseInput } from '../http/input-errors.ts'
import { keptSetting } from '../kept-settings.server.ts'
import type { PasswordSettings } from '../passwords/settings-passwords.ts'
import type { SecurityLog } from '../security/security-log.server.ts'
import { inTransaction } from '../tx.ts'
import type { Tx } from '../verb.ts'
import {
  type Challenge,
  closeChallenge,
  type LinkReason,
  mailChallenge,
  openChallenge,
} from './auth-challenge.server.ts'
import { askedOf, isCompanyWord, type Shown } from './auth-company.server.ts'
import { openCompanyStep } from './auth-company-step.server.ts'
import { knownDevice, noteDevice } from './auth-device.server.ts'
import { enrolsByMail } from './auth-factor-reset.server.ts'
import { isPassword, PASSWORD_LENGTH_MAX } from './auth-password.ts'
import { renewHash } from './auth-password-set.server.ts'
import { openSecondStep, type SecondStep } from './auth-second.server.ts'
import { openSession, usualContact, type Visitor } from './auth-session.server.ts'
import { beginTry, forgiveTry, tryKeys } from './auth-throttle.server.ts'

const wrong = 'The email or the password is not right'

/** Without mail a crowded sign-in is slowed in place of the link. */
const CROWD_PAUSE_MS = 1_000

const loginInput = z.object({
  email: z.string().trim().toLowerCase().min(1).max(320),
  password: z.string().min(1).max(PASSWORD_LENGTH_MAX),
})

const linkInput = z.object({ challenge: z.string().min(1).max(100), method: z.literal('mail') })

export type LoginDeps = {
  readonly database: Database
  readonly clock: Clock
  /** Of the environment; null = the one that people entered. */
  readonly support_email: string | null
  readonly help_url: string | null
  /** Makes the keys of the counts. */
  readonly secret: string
  /** SMTP is set up, so a link reaches its reader. */
  readonly sends_mail: boolean
  readonly sends_returns: boolean
  readonly sends_messages: boolean
  readonly checks_vat: boolean
  readonly security: Pick<SecurityLog, 'note'>
  /** Keys that encrypt secrets of second factors and links in waiting mails, and the ways of passwords. */
  readonly settings: DataKeySettings & PasswordSettings
}

/** The browser of a sign-in: its address and the device of its cookie. */
export type Caller = Visitor & { readonly device_id: string | null }

export type Entered = { readonly token: string; readonly device_id: string; readonly is_new: boolean }

/** A sign-in that goes on by mail. `send` mails the link; call it after the answer. */
export type ByMail = { readonly challenge: Challenge; readonly send: (link: string) => Promise<void> }

type Known = { id: string; email: string; is_active: boolean; password: string | null }

/**
 * Signs a user in with email and password. Unknown users and wrong passwords get the same text after the same work;
 * "inactive" is said only after the right password (experience.md, tensions 3 and 4).
 * @throws tooMany during a pause
 */
export async function login(
  deps: LoginDeps,
  raw: unknown,
  caller: Caller,
): Promise<Entered | ByMail | SecondStep> {
  const { database, clock, security } = deps
  const { email, password } = parseInput(loginInput, raw)
  const device_id = await knownDevice(database.session.pool, caller.device_id, email)
  const keys = tryKeys(deps.secret, email, { ip: caller.ip, device_id })
  const user = await knownUser(database, email)
  const user_id = user?.id ?? null
  const { quiet } = await beginTry(database.session.pool, keys, clock.now()).catch(async (error: unknown) => {
    await security.note({ kind: 'throttled', outcome: 'blocked', user_id })
    throw error
  })
  const by_mail = quiet && deps.sends_mail
  if (quiet && !by_mail) await pause(CROWD_PAUSE_MS)
  const origin = {
    network: addressKey(caller.ip),
    is_known: device_id !== null,
    work: deps.settings.passwordWork,
  }
  const is_right = (await isPassword(password, user?.password ?? null, origin)) && user !== undefined
  if (is_right) await forgiveTry(database.session.pool, keys)
  if (!is_right) await security.note({ kind: 'sign_in', outcome: 'refused', user_id, says: 'wrong password' })
  if (by_mail) return byMail(deps, is_right ? user : null, 'crowd', by_password)
  if (!is_right) throw signInRefused(wrong)
  await renewHash({ database: database.session, clock }, user, password, origin)
  return signInOrMail(deps, user, caller, 'password', by_password)
}

const by_password: Shown = { methods: ['pwd'], through: null }

/** Goes on after a first factor; after a reset of the second one through a mailed link. */
export async function signInOrMail(
  deps: LoginDeps,
  user: Mailed,
  caller: Caller,
  by: string,
  shown: Shown,
): Promise<Entered | ByMail | SecondStep> {
  const { database, clock, sends_mail } = deps
  const why = sends_mail
    ? await inTransaction(database.session, (tx) => enrolsByMail(tx, user.id, clock.now()))
    : null
  if (why) return byMail(deps, user, why, shown)
  return signIn(deps, user, caller, by, shown)
}

type Mailed = Pick<Known, 'id' | 'email' | 'is_active'>

async function byMail(deps: LoginDeps, user: Mailed | null, why: LinkReason, first: Shown): Promise<ByMail> {
  const { database, clock } = deps
  const challenge = await inTransaction(database.session, (tx) =>
    openChallenge(tx, clock, user?.id ?? null, first),
  )
  if (user) await deps.security.note({ kind: 'sign_in_quiet', outcome: 'ok', user_id: user.id })
  return {
    challenge,
    // After the answer, so that its time says nothing of the password.
    send: async (link) => {
      if (user?.is_active)
        await inTransaction(database, (tx) =>
          mailChallenge({ tx, clock }, user, why, { link, settings: deps.settings }),
        )
    },
  }
}

/**
 * Ends a sign-in through its mailed link.
 * @throws notFound for an unknown, used or late link, and in another browser
 */
export async function loginByLink(
  deps: LoginDeps,
  raw: unknown,
  caller: Caller & { readonly challenge: string | null },
): Promise<Entered | SecondStep> {
  const { challenge } = parseInput(linkInput, raw)
  const { database, clock } = deps
  const closed = await inTransaction(database.session, (tx) =>
    closeChallenge(tx, clock, challenge, caller.challenge ?? ''),
  )
  const user = closed === null ? undefined : await userById(database, closed.user_id)
  if (closed === null || !user) throw notFound('Sign-in link')
  // A link that was mailed before an upgrade names no way.
  const first = closed.first_methods.length > 0 ? closed.first_methods : (['pwd'] as const)
  const shown: Shown = { methods: [...first, 'mail'], through: closed.identity_provider_id }
  return signIn(deps, user, caller, 'mailed link', shown)
}

const people = `select u.id, u.email, u.is_active and u.deactivated_at is null and u.deleted_at is null as is_active, a.password
  from platform."user" u left join auth.account a on a."userId" = u.id and a."providerId" = 'credential'`

async function knownUser(database: Database, email: string): Promise<Known | undefined> {
  const { rows } = await database.session.pool.query<Known>(`${people} where u.email = $1`, [email])
  return rows[0]
}

async function userById(database: Database, id: string): Promise<Known | undefined> {
  const { rows } = await database.session.pool.query<Known>(`${people} where u.id = $1`, [id])
  return rows[0]
}

export const keptSupport = (database: Database) =>
  inTransaction(database.session, (tx) => keptSetting(tx, 'support_email'))

/**
 * Opens the session of a person in an open transaction, or goes on at the provider that their business asks for.
 * @throws signInRefused when they are not active (spec §8)
 */
export async function enter(
  tx: Tx,
  deps: LoginDeps,
  user_id: string,
  caller: Caller,
  { methods, through }: Shown,
): Promise<Entered | SecondStep> {
  const { clock } = deps
  const now = clock.now()
  const business_contact_id = await usualContact(tx, user_id, { methods, through, now })
  if (business_contact_id === null) {
    const closed = await usualContact(tx, user_id)
    const asked = closed === null ? undefined : await askedOf(tx, closed, now)
    if (asked && asked.id !== through && !isCompanyWord(methods))
      return openCompanyStep(tx, now, user_id, methods, asked)
    throw signInRefused(await inactive(deps))
  }
  const { device_id, is_new } = await noteDevice(tx, clock, user_id, caller.device_id)
  return {
    token: await openSession(tx, clock, { user_id, business_contact_id, methods, through }, caller),
    device_id,
    is_new,
  }
}

async function inactive({ support_email, database }: LoginDeps): Promise<string> {
  return errorText.user_inactive(support_email ?? (await keptSupport(database)) ?? 'your administrator')
}

/**
 * Goes on after a first factor: into a session, or to the second step.
 * @throws signInRefused when the person is not active (spec §8)
 */
export async function signIn(
  deps: LoginDeps,
  user: { readonly id: string; readonly is_active: boolean },
  caller: Caller,
  by: string,
  shown: Shown,
): Promise<Entered | SecondStep> {
  const { database, clock, security } = deps
  const next = await inTransaction(database.session, async (tx) => {
    const contact = user.is_active ? await usualContact(tx, user.id) : null
    if (contact === null) return null
    const step = await openSecondStep(tx, clock, user.id, shown)
    return step ?? enter(tx, deps, user.id, caller, shown)
  })
  if (next === null) {
    await security.note({ kind: 'sign_in', outcome: 'refused', user_id: user.id, says: 'inactive' })
    throw signInRefused(await inactive(deps))
  }
  if ('step' in next) return next
  await security.note({ kind: 'sign_in', outcome: 'ok', user_id: user.id, says: by })
  if (next.is_new) await security.note({ kind: 'new_device', outcome: 'ok', user_id: user.id })
  return next
}
