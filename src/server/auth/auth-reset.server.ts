/** Forgotten passwords: a mailed link sets a new one, once. */
import { z } from 'zod'
import { endSignIns } from '#business/people/end-sign-ins.server.ts'
import { StintError } from '#kernel/errors.ts'
import { formatInstant } from '#kernel/instant.ts'
import { newUuid } from '#kernel/uuid.ts'
import { addressKey } from '../http/http-limits.ts'
import { parseInput } from '../http/input-errors.ts'
import { writeOutbox } from '../mail/outbox-write.server.ts'
import { requireNewPassword } from '../passwords/new-password.server.ts'
import { writeSecurityEvent } from '../security/security-write.server.ts'
import { inTransaction } from '../tx.ts'
import { LINK_TOKEN_MAX, linkHash } from './auth-link-token.ts'
import type { LoginDeps } from './auth-login.server.ts'
import { queueSecurityNotice } from './auth-notice.server.ts'
import { hashInTurn } from './auth-password.ts'
import { businessNames, storePassword } from './auth-password-set.server.ts'
import { reset_topic, resettable } from './auth-reset.mail.ts'
import { countAsked, forgiveTry, missLink, requireLookup, tryKeys } from './auth-throttle.server.ts'

const forgotInput = z.strictObject({ email: z.string().trim().toLowerCase().min(1).max(320) })
const resetInput = z.strictObject({
  token: z.string().min(1).max(LINK_TOKEN_MAX),
  password: z.string().min(1).max(1000),
})

/**
 * Asks for a link to a new password. Known and unknown addresses get the same answer after the same work: the delivery
 * finds out if there is somebody to mail.
 */
export async function askReset(deps: LoginDeps, raw: unknown, ip: string): Promise<void> {
  const { database, clock, secret, security } = deps
  const { email } = parseInput(forgotInput, raw)
  const { rows } = await database.session.pool.query<{ id: string }>(
    'select id from platform."user" where email = $1 and deleted_at is null',
    [email],
  )
  const user_id = rows[0]?.id ?? null
  const isFree = await countAsked(database.session.pool, { secret, email, net: addressKey(ip) }, clock.now())
  if (!isFree)
    return security.note({ kind: 'throttled', outcome: 'blocked', user_id, says: 'Password links' })
  await inTransaction(database, async (tx) => {
    await writeOutbox(tx, [
      { topic: reset_topic, fact_key: `password-reset:${newUuid(clock)}`, payload: { email } },
    ])
    const says = user_id === null ? 'Nobody has this address' : ''
    await writeSecurityEvent(tx, clock, { kind: 'password_reset_asked', outcome: 'ok', user_id, says })
  })
}

const dead = () => new StintError('not_found', 'This link is no longer valid. Ask for a new one.')

type Person = { readonly id: string; readonly email: string; readonly name: string }

/**
 * Sets the password of a mailed link and ends all sessions. It opens none, and second factors stay.
 * @throws not_found for a link that is dead or never was; invalid on `password`
 */
export async function resetPassword(deps: LoginDeps, raw: unknown, ip: string): Promise<void> {
  const { database, clock, secret } = deps
  const { pool } = database.session
  const { token, password } = parseInput(resetInput, raw)
  const net = { secret, net: addressKey(ip) }
  await requireLookup(pool, net, clock.now())
  const { rows } = await pool.query<Person>(
    `select u.id, u.email, concat_ws(' ', u.first_name, u.last_name) as name from auth.password_reset r
     join platform."user" u on u.id = r.user_id and ${resettable}
     where r.token_hash = $1 and r.expires_at > $2`,
    [linkHash(token), clock.now()],
  )
  const [user] = rows
  if (!user) {
    await missLink(pool, net, clock.now())
    throw dead()
  }
  const own = [user.name, user.email, ...(await businessNames(pool, user.id))]
  await requireNewPassword(deps, password, { own, user_id: user.id })
  const hash = await hashInTurn(password, { network: net.net, work: deps.settings.passwordWork })
  await inTransaction(database, async (tx) => {
    // Of two uses at once one finds the row.
    if ((await tx.run('delete from auth.password_reset where token_hash = $1', [linkHash(token)])) === 0)
      throw dead()
    await storePassword({ tx, clock }, user.id, hash)
    await endSignIns(tx, user.id)
    await tx.run('delete from auth.device where user_id = $1', [user.id])
    const event = { kind: 'password_set', outcome: 'ok', user_id: user.id, actor_user_id: user.id } as const
    await writeSecurityEvent(tx, clock, { ...event, says: 'By a mailed link' })
    const says = `Your password was reset by a mailed link on ${formatInstant(clock.now())}, and all your sessions ended.`
    await queueSecurityNotice({ tx, clock }, user.id, says)
  })
  // Wrong guesses at the old password delay the new one no more.
  await forgiveTry(pool, tryKeys(secret, user.email, { ip, device_id: null }))
}
