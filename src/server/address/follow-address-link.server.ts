/** Links of a change of address: one to the new address confirms it, those to the old one undo it, once. */
import { z } from 'zod'
import {
  type AddressChange,
  address_change_columns,
  changeAddress,
  enqueueAddressMails,
  writeMailAddress,
} from '#business/people/address-change.server.ts'
import { askSecondPerson } from '#business/people/ask-role-change.server.ts'
import { endRoleChange } from '#business/people/end-role-change.server.ts'
import { endSignIns } from '#business/people/end-sign-ins.server.ts'
import { lockRoleChange } from '#business/people/lock-role-change.server.ts'
import { type ActingSeat, decidingSeat } from '#business/people/role-change.rules.ts'
import { frozenAt } from '#kernel/clock.ts'
import { StintError } from '#kernel/errors.ts'
import type { Instant } from '#kernel/instant.ts'
import { LINK_TOKEN_MAX, linkHash } from '../auth/auth-link-token.ts'
import type { LoginDeps } from '../auth/auth-login.server.ts'
import { missLink, requireLookup } from '../auth/auth-throttle.server.ts'
import { addressKey } from '../http/http-limits.ts'
import { parseInput } from '../http/input-errors.ts'
import { writeSecurityEvent } from '../security/security-write.server.ts'
import { inTransaction } from '../tx.ts'
import type { Tx } from '../verb.ts'
import { openNamed } from './named-writing.server.ts'

const input = z.strictObject({ token: z.string().min(1).max(LINK_TOKEN_MAX) })

const dead = () => new StintError('not_found', 'This link is no longer valid.')

type Linked = Pick<AddressChange, 'id' | 'user_id' | 'role_change_id'>

/** @throws not_found for a link that is dead or never was */
async function linkedChange(
  { database, clock, secret }: LoginDeps,
  raw: unknown,
  purpose: 'confirm' | 'undo',
  ip: string,
): Promise<Linked> {
  const { token } = parseInput(input, raw)
  const lookup = { secret, net: addressKey(ip) }
  const { pool } = database.session
  await requireLookup(pool, lookup, clock.now())
  const { rows } = await pool.query<Linked>(
    `select a.id, a.user_id, a.role_change_id from auth.address_link l join auth.address_change a on a.id = l.address_change_id
     where l.token_hash = $1 and l.purpose = $2 and l.expires_at > $3`,
    [linkHash(token), purpose, clock.now()],
  )
  const [found] = rows
  if (found) return found
  await missLink(pool, lookup, clock.now())
  throw dead()
}

/** The contacts of an active person, locked, the oldest first. */
const lockedSeats = (tx: Tx, user_id: string): Promise<ActingSeat[]> =>
  tx.rows<ActingSeat>(
    `select c.id, c.business_id, c.user_id, c.first_name, c.last_name, c.email, c.roles,
       coalesce(b.provider_id, b.id) as provider_id, b.type = 'provider' as is_provider
     from business.business_contact c
     join business.business b on b.id = c.business_id and b.is_active and b.deleted_at is null
     join platform."user" u on u.id = c.user_id and u.is_active and u.deactivated_at is null and u.deleted_at is null
     where c.user_id = $1 and c.is_active and c.joined_at is not null and c.deleted_at is null
     order by c.id for update of c`,
    [user_id],
  )

export type Confirmed = { readonly state: 'changed' | 'waiting'; readonly email: string }

/**
 * Confirms the new address. People of roles that can release money then wait for a second person.
 * @throws not_found for a dead link; conflict where the address is in use by now
 */
export async function confirmAddress(deps: LoginDeps, raw: unknown, ip: string): Promise<Confirmed> {
  const { id, user_id } = await linkedChange(deps, raw, 'confirm', ip)
  const clock = frozenAt(deps.clock)
  return inTransaction(deps.database, async (tx) => {
    const seats = await lockedSeats(tx, user_id)
    const change = await tx.row<AddressChange>(
      `select ${address_change_columns} from auth.address_change where id = $1 and state = 'asked' for update`,
      [id],
    )
    const deciding = decidingSeat(seats)
    const seat = deciding ?? seats[0]
    if (!change || !seat) throw dead()
    const { business_id } = seat
    const user_name = `${seat.first_name} ${seat.last_name}`
    const origin = { user_id, business_id, action_id: 'auth.email.confirm', isLogged: true }
    const { context, finish } = openNamed({ tx, clock }, origin, { user_id, user_name })
    if (!deciding) await changeAddress(context, change)
    else {
      const asked = { kind: 'address', new_email: change.new_email } as const
      const role_change_id = await askSecondPerson(context, deciding, deciding.provider_id, asked)
      await tx.run(
        `update auth.address_change set state = 'waiting', role_change_id = $2, updated_at = $3 where id = $1`,
        [id, role_change_id, clock.now()],
      )
    }
    await finish()
    return { state: deciding ? 'waiting' : 'changed', email: change.new_email }
  })
}

/**
 * Keeps or brings back the earlier address, ends the sessions and devices of since, and works once.
 * @throws not_found for a dead link; conflict where somebody else has the earlier address by now
 */
export async function undoAddress(deps: LoginDeps, raw: unknown, ip: string): Promise<{ email: string }> {
  const linked = await linkedChange(deps, raw, 'undo', ip)
  const clock = frozenAt(deps.clock)
  return inTransaction(deps.database, async (tx) => {
    const { user_id, role_change_id } = linked
    // The contact of the role change comes first, as at its approval.
    const role_change = role_change_id === null ? null : await lockRoleChange(tx, role_change_id, clock.now())
    const user = await tx.row<{ email: string; name: string; business_id: string }>(
      `select u.email, u.name, c.business_id from platform."user" u
       join business.business_contact c on c.user_id = u.id and c.deleted_at is null
       where u.id = $1 order by c.id limit 1 for update of c`,
      [user_id],
    )
    const since = await tx.rows<AddressChange>(
      `select ${address_change_columns} from auth.address_change
       where user_id = $1 and state in ('asked', 'waiting', 'changed')
         and asked_at >= (select asked_at from auth.address_change where id = $2) order by asked_at, id for update`,
      [user_id, linked.id],
    )
    const change = since.find(({ id }) => id === linked.id)
    if (!change || !user) throw dead()
    const business_id = role_change?.business_id ?? user.business_id
    const origin = { user_id, business_id, action_id: 'auth.email.undo', isLogged: true }
    const named = openNamed({ tx, clock }, origin, { user_id, user_name: user.name })
    for (const one of since) await stop(named, one)
    if (change.state === 'changed')
      await writeMailAddress(named.context, { user_id, from: user.email, to: change.old_email })
    else
      await writeSecurityEvent(tx, clock, {
        kind: 'email_changed',
        outcome: 'ok',
        user_id,
        says: `Stopped by a mailed link: ${change.old_email} stays`,
      })
    await endOpened(tx, user_id, change.asked_at)
    enqueueAddressMails(named.context, change.id, 'undone')
    await named.finish()
    return { email: change.old_email }
  })
}

/** Ends one change; one that waits is taken back from the second person. */
async function stop(
  { context }: ReturnType<typeof openNamed>,
  { id, state, role_change_id }: AddressChange,
): Promise<void> {
  const { tx, clock } = context
  const now = clock.now()
  if (state === 'waiting' && role_change_id !== null) {
    const row = await lockRoleChange(tx, role_change_id, now)
    if (row.status === 'pending')
      await endRoleChange(context, row, { status: 'withdrawn', comment: 'Undone from the old address' })
  }
  const ended = state === 'changed' ? 'undone' : 'cancelled'
  await tx.run('update auth.address_change set state = $2, updated_at = $3 where id = $1', [id, ended, now])
}

/** All sessions, also the one that asked; browsers that were known before stay. */
async function endOpened(tx: Tx, user_id: string, since: Instant): Promise<void> {
  await endSignIns(tx, user_id)
  await tx.run('delete from auth.device where user_id = $1 and created_at >= $2', [user_id, since])
}
