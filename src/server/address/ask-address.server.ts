/** A new address to sign in with: asked for by its person, confirmed from the new address. */
import { z } from 'zod'
import { emailInput } from '#business/parties/party-input.server.ts'
import { address_topic, confirmEnd } from '#business/people/address-change.server.ts'
import { endRoleChange } from '#business/people/end-role-change.server.ts'
import { lockRoleChange } from '#business/people/lock-role-change.server.ts'
import type { Viewer } from '#entity/access.ts'
import { frozenAt } from '#kernel/clock.ts'
import { conflict, invalid, tooMany } from '#kernel/errors.ts'
import { type Instant, instantFromMs, toMs } from '#kernel/instant.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { LoginDeps } from '../auth/auth-login.server.ts'
import { parseInput } from '../http/input-errors.ts'
import { writeOutbox } from '../mail/outbox-write.server.ts'
import { writeSecurityEvent } from '../security/security-write.server.ts'
import { inTransaction } from '../tx.ts'
import type { Tx } from '../verb.ts'
import { openNamed } from './named-writing.server.ts'

const input = z.strictObject({ email: emailInput })

const ASKED_AN_HOUR = 5
const HOUR_S = 60 * 60

export type OpenAddress = {
  readonly new_email: string
  readonly waits_for: 'confirmation' | 'second_person'
  readonly expires_at: Instant
}

type OpenRow = {
  readonly id: string
  readonly new_email: string
  readonly state: 'asked' | 'waiting'
  readonly role_change_id: string | null
  readonly asked_at: Instant
  /** Of the role change. */
  readonly ends_at: Instant | null
}

/** The change that is under way; null once its time is over. */
async function openOf(tx: Tx, now: Instant, user_id: string, lock = ''): Promise<OpenRow | null> {
  const row = await tx.row<OpenRow>(
    `select a.id, a.new_email, a.state, a.role_change_id, a.asked_at, r.expires_at as ends_at from auth.address_change a
     left join request.role_change r on r.id = a.role_change_id
     where a.user_id = $1 and a.state in ('asked', 'waiting') ${lock}`,
    [user_id],
  )
  if (!row) return null
  return (row.ends_at ?? confirmEnd(row.asked_at)) > now ? row : null
}

export function openAddress({ database, clock }: LoginDeps, user_id: string): Promise<OpenAddress | null> {
  return inTransaction(database, async (tx) => {
    const row = await openOf(tx, clock.now(), user_id)
    if (!row) return null
    return {
      new_email: row.new_email,
      waits_for: row.state === 'asked' ? 'confirmation' : 'second_person',
      expires_at: row.ends_at ?? confirmEnd(row.asked_at),
    }
  })
}

/**
 * Asks for another address. One in use gets the same answer after the same work: the delivery finds out.
 * @throws conflict while a change waits for a second person; tooMany after five in an hour
 */
export async function askAddress(deps: LoginDeps, viewer: Viewer, raw: unknown): Promise<void> {
  const { email } = parseInput(input, raw)
  const clock = frozenAt(deps.clock)
  const now = clock.now()
  const { user_id } = viewer
  await inTransaction(deps.database, async (tx) => {
    const user = await tx.row<{ email: string }>(
      'select email from platform."user" where id = $1 for update',
      [user_id],
    )
    if (!user || user.email === email) throw invalid({ email: 'You sign in with this address already' })
    const open = await openOf(tx, now, user_id, 'for update of a')
    if (open?.state === 'waiting') throw conflict('A change of your address waits for a second person')
    const asked = await tx.row<{ count: number }>(
      'select count(*)::int as count from auth.address_change where user_id = $1 and asked_at > $2',
      [user_id, instantFromMs(toMs(now) - HOUR_S * 1000)],
    )
    if ((asked?.count ?? 0) >= ASKED_AN_HOUR)
      throw tooMany('Too many attempts. Please try again in an hour', HOUR_S)
    // One is under way at a time: the last asked.
    await tx.run(
      `update auth.address_change set state = 'cancelled', updated_at = $2
       where user_id = $1 and state in ('asked', 'waiting')`,
      [user_id, now],
    )
    const id = newUuid(clock)
    await tx.run(
      `insert into auth.address_change (id, user_id, old_email, new_email, state, asked_at, updated_at)
       values ($1, $2, $3, $4, 'asked', $5, $5)`,
      [id, user_id, user.email, email, now],
    )
    await writeOutbox(tx, [
      {
        topic: address_topic,
        fact_key: `address-change:${id}:asked`,
        payload: { address_change_id: id, step: 'asked' },
      },
    ])
    await writeSecurityEvent(tx, clock, { kind: 'email_asked', outcome: 'ok', user_id, says: email })
  })
}

/** Stops the change of a person's own, and takes it back from the second person. */
export async function cancelAddress(deps: LoginDeps, { user_id, user_name }: Viewer): Promise<void> {
  const clock = frozenAt(deps.clock)
  const now = clock.now()
  await inTransaction(deps.database, async (tx) => {
    const open = await openOf(tx, now, user_id)
    if (!open) return
    if (open.role_change_id === null) {
      await tx.run(
        `update auth.address_change set state = 'cancelled', updated_at = $2 where id = $1 and state = 'asked'`,
        [open.id, now],
      )
      return
    }
    const row = await lockRoleChange(tx, open.role_change_id, now)
    if (row.status !== 'pending') return
    const action_id = 'auth.email.cancel'
    const { business_id } = row
    const origin = { user_id, business_id, action_id, isLogged: true }
    const named = openNamed({ tx, clock }, origin, { user_id, user_name })
    await endRoleChange(named.context, row, { status: 'withdrawn', comment: 'Cancelled by the person' })
    await named.finish()
  })
}
