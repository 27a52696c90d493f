/**
 * `npm run admin -- reset-second-factor EMAIL`, `password-link EMAIL`, `end-sessions [EMAIL]`, `invite EMAIL ROLE`,
 * `approve-role ID`, `open-sign-in DOMAIN` and `second-factor everybody|roles`.
 */
import { systemClock } from '#kernel/clock.ts'
import {
  endEverySession,
  endPersonSessions,
  makePasswordLink,
  resetSecondFactor,
} from '../auth/auth-operator.server.ts'
import { askEverybody } from '../auth/auth-operator-factor.server.ts'
import { inviteByOperator } from '../auth/auth-operator-invite.server.ts'
import { approveRole } from '../auth/auth-operator-role.server.ts'
import { openSignIn } from '../auth/auth-operator-sign-on.server.ts'
import type { Installation } from './command-installation.ts'
import { say } from './command-say.ts'

type Of = Pick<Installation, 'settings' | 'database'>

function mailed({ settings }: Of, mails: number): string {
  const queued = mails === 1 ? '1 person is told by mail.' : `${mails} people are told by mail.`
  return settings.smtpUrl === null ? `${queued} Without SMTP_URL the mails stay in the mail log.` : queued
}

/** @throws Error with a sentence for the operator, before anything is changed */
export async function printFactorReset(installation: Of, args: readonly string[]): Promise<void> {
  const [email, ...more] = args
  if (email === undefined || more.length > 0)
    throw new Error('Write the address of one person: npm run admin -- reset-second-factor EMAIL')
  const { database } = installation
  const reset = await resetSecondFactor({ database, clock: systemClock }, email)
  say(`${reset.email}: ${reset.done}.`)
  say(
    reset.needs_factor
      ? 'The next sign-in with the right password sets up a new app.'
      : 'The roles of this person need no second factor: the password alone signs in.',
  )
  say(mailed(installation, reset.mails))
}

/** @throws Error with a sentence for the operator */
export async function printPasswordLink(installation: Of, args: readonly string[]): Promise<void> {
  const [email, ...more] = args
  if (email === undefined || more.length > 0)
    throw new Error('Write the address of one person: npm run admin -- password-link EMAIL')
  const { database, settings } = installation
  const made = await makePasswordLink({ database, settings, clock: systemClock }, email)
  say(`A new password for ${made.email}: ${made.link} (works once, for ${made.minutes} minutes)`)
  say('Give it to this person alone.')
  say(mailed(installation, made.mails))
}

/** Without an address it ends the sessions of everybody. An empty address is no such wish: a script may have lost it. */
export async function printSessionsEnded(installation: Of, args: readonly string[]): Promise<void> {
  const [email, ...more] = args
  if (more.length > 0)
    throw new Error('Write one address, or none for everybody: npm run admin -- end-sessions [EMAIL]')
  const deps = { database: installation.database, clock: systemClock }
  const ended = await (email === undefined ? endEverySession(deps) : endPersonSessions(deps, email))
  say(`${ended.done}.`)
  say(mailed(installation, ended.mails))
}

/** @throws Error with a sentence for the operator */
export async function printRoleApproved(installation: Of, args: readonly string[]): Promise<void> {
  const [id, ...more] = args
  if (id === undefined || more.length > 0)
    throw new Error('Write the id that the page People shows: npm run admin -- approve-role ID')
  const given = await approveRole({ database: installation.database, clock: systemClock }, id)
  say(`${given.done}.`)
  say(mailed(installation, given.mails))
}

/** @throws Error with a sentence for the operator */
export async function printInvited(installation: Of, args: readonly string[]): Promise<void> {
  const [email, role, ...more] = args
  if (email === undefined || role === undefined || more.length > 0)
    throw new Error('Write an address and a role: npm run admin -- invite EMAIL provider_admin')
  const given = await inviteByOperator({ database: installation.database, clock: systemClock }, email, role)
  say(`${given.done}.`)
  say(mailed(installation, given.mails))
}

/** @throws Error with a sentence for the operator */
export async function printSignInOpened(installation: Of, args: readonly string[]): Promise<void> {
  const [domain, ...more] = args
  if (domain === undefined || more.length > 0)
    throw new Error('Write a domain that the business proved: npm run admin -- open-sign-in DOMAIN')
  const opened = await openSignIn({ database: installation.database, clock: systemClock }, domain)
  say(`${opened.done}.`)
  say(mailed(installation, opened.mails))
}

/** @throws Error with a sentence for the operator */
export async function printFactorAsked(installation: Of, args: readonly string[]): Promise<void> {
  const [of, ...more] = args
  if ((of !== 'everybody' && of !== 'roles') || more.length > 0)
    throw new Error('Write everybody, or roles: npm run admin -- second-factor everybody')
  const { database } = installation
  const asked = await askEverybody({ database, clock: systemClock }, of === 'everybody')
  say(`${asked.done}.`)
  say(mailed(installation, asked.mails))
}
