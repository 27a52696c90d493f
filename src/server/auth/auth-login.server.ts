import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Clock } from '#kernel/clock.ts'
import { notAllowed } from '#kernel/errors.ts'
import { errorText } from '#kernel/messages.ts'
import type { Database } from '../database.ts'
import { parseInput } from '../http/input-errors.ts'
import { inTransaction } from '../tx.ts'
import { failuresOf, forgetFailures, judge, recordFailure } from './auth-attempt.server.ts'
import { isPassword, PASSWORD_LENGTH_MAX } from './auth-password.ts'
import { openSession, usualContact, type Visitor } from './auth-session.server.ts'

const loginText = {
  wrong: 'The email or the password is not right',
  wait: (seconds: number) =>
    `Too many attempts. Please try again in ${seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`}`,
} as const

const loginInput = z.object({
  email: z.string().trim().toLowerCase().min(1).max(320),
  password: z.string().min(1).max(PASSWORD_LENGTH_MAX),
})

export type LoginDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly support_email: string
}

type Known = { id: string; is_active: boolean; password: string | null }

/**
 * Signs a user in with email and password. Unknown users and wrong passwords get the same text after the same time;
 * "inactive" is said only after the right password (experience.md, tensions 3 and 4).
 * @returns the session's token
 */
export async function login(deps: LoginDeps, raw: unknown, visitor: Visitor): Promise<string> {
  const { database, clock } = deps
  const { email, password } = parseInput(loginInput, raw)
  const now = clock.now()
  const verdict = judge(await failuresOf(database.app, email, visitor.ip, now), now)
  if ('wait_seconds' in verdict) throw notAllowed(loginText.wait(verdict.wait_seconds))
  if (verdict.delay_ms > 0) await pause(verdict.delay_ms)
  const user = await knownUser(database, email)
  if (!(await isPassword(password, user?.password ?? null)) || !user) {
    await recordFailure(database.app, email, visitor.ip, now)
    throw notAllowed(loginText.wrong)
  }
  await forgetFailures(database.app, email, visitor.ip)
  return signIn(deps, user, visitor)
}

async function knownUser(database: Database, email: string): Promise<Known | undefined> {
  const { rows } = await database.app.query<Known>(
    `select u.id, u.is_active and u.deleted_at is null as is_active, a.password
     from platform."user" u join auth.account a on a."userId" = u.id and a."providerId" = 'credential'
     where u.email = $1`,
    [email],
  )
  return rows[0]
}

/** Opens the session of an authenticated person. @throws when they are not active (spec §8) */
export function signIn(
  { database, clock, support_email }: LoginDeps,
  user: { readonly id: string; readonly is_active: boolean },
  visitor: Visitor,
): Promise<string> {
  return inTransaction(database, async (tx) => {
    const contact = user.is_active ? await usualContact(tx, user.id) : null
    if (contact === null) throw notAllowed(errorText.user_inactive(support_email))
    return openSession(tx, clock, user.id, contact, visitor)
  })
}
