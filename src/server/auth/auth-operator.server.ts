/** Changes of sign-ins by the operator of an installation, from the command line. */

import { clearFactors } from '#business/people/clear-factors.server.ts'
import type { Clock } from '#kernel/clock.ts'
import { countText } from '#kernel/count-text.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { Database } from '../database.ts'
import { queueMail } from '../mail/mail-queue.server.ts'
import { writeSecurityEvent } from '../security/security-write.server.ts'
import type { Settings } from '../settings.ts'
import { inTransaction } from '../tx.ts'
import type { Tx } from '../verb.ts'
import { factorsOf } from './auth-factor.server.ts'
import { queueSecurityNotice } from './auth-notice.server.ts'
import { recoveryCodesLeft } from './auth-recovery.server.ts'
import { needsSecondFactor } from './auth-required.server.ts'
import { newResetLink, RESET_MINUTES, resettable } from './auth-reset.mail.ts'

type Deps = { readonly database: Pick<Database, 'transaction'>; readonly clock: Clock }
type Within = { readonly tx: Tx; readonly clock: Clock }
type Person = { readonly id: string; readonly email: string; readonly name: string }

/** @throws Error with a sentence for the operator */
async function personAt(tx: Tx, typed: string): Promise<Person> {
  const email = typed.trim().toLowerCase()
  const person = await tx.row<Person>(
    `select id, email, concat_ws(' ', first_name, last_name) as name from platform."user"
     where email = $1 and deleted_at is null`,
    [email],
  )
  if (!person)
    throw new Error(`No user of this installation has the address "${email}". Nothing was changed.`)
  return person
}

type Ended = { readonly sessions: number; readonly people: number }

/**
 * Ends the sessions of a person, or of everybody, and sign-ins under way. Sign-ins come first: one that finishes just
 * now is waited for, and its session is found.
 */
async function endAll({ tx, clock }: Within, user_id: string | null): Promise<Ended> {
  await tx.run('delete from auth.challenge where $1::text is null or user_id = $1', [user_id])
  const ended = await tx.row<Ended>(
    `with ended as (
       delete from auth.session where $1::text is null or "userId" = $1 or impersonator_user_id = $1
       returning "userId", "expiresAt" > $2 as is_open)
     select count(*)::int as sessions, count(distinct "userId")::int as people from ended where is_open`,
    [user_id, clock.now()],
  )
  return ended ?? { sessions: 0, people: 0 }
}

/** Mails every administrator of a provider but the person concerned. @returns how many */
export async function mailAdministrators(
  { tx, clock }: Within,
  says: string,
  person: Pick<Person, 'id'> | null,
): Promise<number> {
  const admins = await tx.rows<{ email: string }>(
    `select distinct u.email from business.business_contact c
     join platform."user" u on u.id = c.user_id and u.is_active and u.deleted_at is null
     where c.roles @> '{provider_admin}' and c.is_active and c.deleted_at is null and u.id is distinct from $1
     order by u.email`,
    [person?.id ?? null],
  )
  for (const { email } of admins)
    await queueMail(
      { tx, clock },
      {
        fact_key: `security:${newUuid(clock)}`,
        to: email,
        subject: 'The operator has changed sign-ins to Stint',
        body_text: `${says}

This was done with the command "npm run admin" on a machine of this installation. If nobody asked for it, ask the operator. The Security Log shows it.`,
      },
    )
  return admins.length
}

const advice = 'If you did not ask for this, tell your administrator.'

export type FactorReset = {
  readonly email: string
  /** In words: the things that were removed and ended. */
  readonly done: string
  /** Whether the next right password leads to a new app. */
  readonly needs_factor: boolean
  readonly mails: number
}

/**
 * Takes the second factors of a person away, with their recovery codes, sessions and known browsers.
 * @throws Error with a sentence for the operator when nobody has the address
 */
export function resetSecondFactor({ database, clock }: Deps, typed: string): Promise<FactorReset> {
  return inTransaction(database, async (tx) => {
    const person = await personAt(tx, typed)
    const apps = (await factorsOf(tx, person.id)).length
    const codes = await recoveryCodesLeft(tx, person.id)
    const { sessions } = await endAll({ tx, clock }, person.id)
    const browsers = await clearFactors({ tx, clock }, person.id)
    const done = `${countText(apps, 'app')} and ${countText(codes, 'recovery code')} removed, ${countText(sessions, 'session')} and ${countText(browsers, 'known browser')} ended`
    await writeSecurityEvent(tx, clock, {
      kind: 'factor_reset',
      outcome: 'ok',
      user_id: person.id,
      says: `By the operator: ${done}`,
    })
    const needs_factor = await needsSecondFactor(tx, person.id, clock.now())
    const next = needs_factor
      ? 'Your next sign-in sets up a new app.'
      : 'Your next sign-in needs your password alone.'
    await queueSecurityNotice(
      { tx, clock },
      person.id,
      `The operator of this installation removed your authenticator apps and recovery codes, and ended your sessions. ${next}`,
      advice,
    )
    const says = `The operator of this installation removed the authenticator apps and recovery codes of ${person.name} (${person.email}), and ended their sessions.`
    const admins = await mailAdministrators({ tx, clock }, says, person)
    return { email: person.email, done, needs_factor, mails: admins + 1 }
  })
}

export type PasswordLink = {
  readonly email: string
  readonly link: string
  readonly minutes: number
  readonly mails: number
}

/**
 * A link to a new password, for installations without mail. It replaces no second factor.
 * @throws Error with a sentence for the operator when nobody with the address signs in with a password
 */
export function makePasswordLink(
  { database, clock, settings }: Deps & { readonly settings: Pick<Settings, 'publicUrl'> },
  typed: string,
): Promise<PasswordLink> {
  return inTransaction(database, async (tx) => {
    const person = await personAt(tx, typed)
    if (!(await tx.row(`select u.id from platform."user" u where u.id = $1 and ${resettable}`, [person.id])))
      throw new Error(`${person.email} has not joined with a password, or is inactive. Nothing was changed.`)
    const link = await newResetLink({ tx, clock }, settings, person.id)
    await writeSecurityEvent(tx, clock, {
      kind: 'password_reset_asked',
      outcome: 'ok',
      user_id: person.id,
      says: 'By the operator',
    })
    const minutes = RESET_MINUTES
    await queueSecurityNotice(
      { tx, clock },
      person.id,
      `The operator of this installation made a link to a new password for you. It works for ${minutes} minutes.`,
      advice,
    )
    const says = `The operator of this installation made a link to a new password for ${person.name} (${person.email}).`
    return {
      email: person.email,
      link,
      minutes,
      mails: (await mailAdministrators({ tx, clock }, says, person)) + 1,
    }
  })
}

export type SessionsEnded = { readonly done: string; readonly mails: number }

/**
 * Ends the sessions of the person with an address.
 * @throws Error with a sentence for the operator when nobody has it
 */
export function endPersonSessions({ database, clock }: Deps, typed: string): Promise<SessionsEnded> {
  return inTransaction(database, async (tx) => {
    const person = await personAt(tx, typed)
    const { sessions } = await endAll({ tx, clock }, person.id)
    const done = `${countText(sessions, 'session')} of ${person.email} ended`
    await writeSecurityEvent(tx, clock, {
      kind: 'session_ended',
      outcome: 'ok',
      user_id: person.id,
      says: `By the operator: ${countText(sessions, 'session')} ended`,
    })
    await queueSecurityNotice(
      { tx, clock },
      person.id,
      'The operator of this installation ended your sessions. Sign in again to go on.',
      advice,
    )
    const says = `The operator of this installation ended the sessions of ${person.name} (${person.email}).`
    return { done, mails: (await mailAdministrators({ tx, clock }, says, person)) + 1 }
  })
}

/** Ends the sessions of everybody. Each provider reads it in its log; its administrators are mailed, others see it. */
export function endEverySession({ database, clock }: Deps): Promise<SessionsEnded> {
  return inTransaction(database, async (tx) => {
    const { sessions, people } = await endAll({ tx, clock }, null)
    const done = `${countText(sessions, 'session')} of ${countText(people, 'person', 'people')} ended`
    const providers = await tx.rows<{ id: string }>(
      `select id from business.business where type = 'provider' and deleted_at is null order by id`,
    )
    for (const { id } of providers)
      await writeSecurityEvent(tx, clock, {
        kind: 'session_ended',
        outcome: 'ok',
        user_id: null,
        business_id: id,
        says: `By the operator, for everybody: ${done}`,
      })
    const says =
      'The operator of this installation ended the sessions of everybody. All people sign in again.'
    return { done, mails: await mailAdministrators({ tx, clock }, says, null) }
  })
}
