import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { conflict, notFound } from '#kernel/errors.ts'
import { requireCan } from '#kernel/refusal.ts'
import { newUuid } from '#kernel/uuid.ts'
import { FIVE_MINUTES, type VerbContext, verb } from '#server/verb.ts'
import { askSecondPerson } from './ask-role-change.server.ts'
import { clearFactors } from './clear-factors.server.ts'
import { endSignIns } from './end-sign-ins.server.ts'
import { canResetFactors, factor_resetters, resetRunsAt } from './factor-reset.rules.ts'
import type { Inviting } from './invite-contact.server.ts'
import { type ActingSeat, decidingSeat } from './role-change.rules.ts'
import { userReasonInput } from './user-reason-input.server.ts'

export const factor_reset_topic = 'factor_reset'

type Seat = ActingSeat & { readonly has_joined: boolean }

/** The contacts of a visible person, locked, the oldest first, and those in the viewer's reach. @throws not_found */
export async function seatsInReach(
  { tx, viewer }: VerbContext,
  user_id: string,
): Promise<{ readonly contacts: readonly Seat[]; readonly reached: readonly Seat[] }> {
  const contacts = await tx.rows<Seat>(
    `select c.id, c.business_id, c.user_id, c.first_name, c.last_name, c.email, c.roles, c.joined_at is not null as has_joined,
       coalesce(b.provider_id, b.id) as provider_id, b.type = 'provider' as is_provider
     from business.business_contact c join business.business b on b.id = c.business_id
     join platform."user" u on u.id = c.user_id and u.kind = 'person'
     where c.user_id = $1 and c.deleted_at is null and c.is_active order by c.id for update of c`,
    [user_id],
  )
  const reached = contacts.filter(
    ({ business_id, provider_id }) =>
      business_id === viewer.business_id ||
      (viewer.category === 'provider' && provider_id === viewer.business_id),
  )
  const [first] = reached
  if (!first) throw notFound('User')
  await loadVisible(tx, viewer, 'business.business_contact', [first.id], { columns: 't.id' })
  return { contacts, reached }
}

/** The contacts through which a visible person acts. @throws not_found, precondition, conflict */
async function lockedSeats(context: VerbContext, user_id: string): Promise<readonly ActingSeat[]> {
  const { contacts, reached } = await seatsInReach(context, user_id)
  requireCan(canResetFactors({ user_id, has_joined: reached.some((one) => one.has_joined) }, context.viewer))
  return contacts.filter((one) => one.has_joined)
}

/** For a lost factor. A person with a role that can release money waits for a second person, and for a day. */
export const resetFactors = verb({
  action_id: 'platform.user.reset_factors',
  since: '0.1.0',
  summary: 'Removes the second factors of a person who lost them',
  machine: 'refused',
  impersonator: 'refused',
  who: factor_resetters,
  input: userReasonInput,
  output: z.strictObject({ id: z.string(), role_change_id: z.uuid().nullable() }),
  step_up: FIVE_MINUTES,
  run: async (context, { user_id, reason }) => {
    const { tx, viewer, clock } = context
    const seats = await lockedSeats(context, user_id)
    const factors = await tx.row(
      'select 1 as one from auth.factor where user_id = $1 and confirmed_at is not null limit 1',
      [user_id],
    )
    if (!factors) throw conflict('This person has no second factor')
    const seat = decidingSeat(seats)
    if (seat) {
      const waits = await tx.row(
        `select 1 as one from auth.factor_reset_wait where user_id = $1 and state = 'waiting'`,
        [user_id],
      )
      if (waits) throw conflict('A reset of this person waits already')
      const asked = { kind: 'factors', reason } as const
      return { id: user_id, role_change_id: await askSecondPerson(context, seat, seat.provider_id, asked) }
    }
    await clearFactors({ tx, clock }, user_id)
    await endSignIns(tx, user_id)
    const by = `${viewer.user_name} of ${viewer.business_name}`
    context.enqueue(factor_reset_topic, `factor-reset-done:${newUuid(clock)}`, { step: 'done', user_id, by })
    context.audit({ entity: 'platform.user', entity_id: user_id, new_values: { factors: 'reset', reason } })
    return { id: user_id, role_change_id: null }
  },
})

/** For an approved reset within its day: it stops as by the link in the mail to the person. */
export const stopFactorReset = verb({
  action_id: 'platform.user.stop_factor_reset',
  since: '0.1.0',
  summary: 'Stops an approved reset of second factors that waits for its day',
  machine: 'refused',
  impersonator: 'refused',
  who: factor_resetters,
  input: userReasonInput,
  output: z.strictObject({ id: z.string() }),
  run: async (context, { user_id, reason }) => {
    const { tx, viewer, clock } = context
    await seatsInReach(context, user_id)
    const stopped = await tx.row<{ id: string }>(
      `update auth.factor_reset_wait set state = 'stopped', updated_at = $2
       where user_id = $1 and state = 'waiting' and runs_at > $2 returning id`,
      [user_id, clock.now()],
    )
    if (!stopped) throw conflict('No factor reset of this person waits')
    context.enqueue(factor_reset_topic, `factor-reset-stopped:${stopped.id}`, {
      step: 'stopped',
      factor_reset_wait_id: stopped.id,
      by: `${viewer.user_name} of ${viewer.business_name}`,
      by_user_id: viewer.user_id,
      reason,
    })
    context.audit({
      entity: 'platform.user',
      entity_id: user_id,
      old_values: { factors: 'reset waits' },
      new_values: { factors: 'kept', reason },
    })
    return { id: user_id }
  },
})

/** The second person agrees: the reset runs after a day, unless a mailed link stops it. */
export async function awaitFactorReset(
  { tx, clock, enqueue }: Inviting,
  role_change_id: string,
  user_id: string,
): Promise<void> {
  const id = newUuid(clock)
  const now = clock.now()
  await tx.run(
    `insert into auth.factor_reset_wait (id, user_id, role_change_id, state, runs_at, created_at, updated_at)
     values ($1, $2, $3, 'waiting', $4, $5, $5)`,
    [id, user_id, role_change_id, resetRunsAt(now), now],
  )
  enqueue(factor_reset_topic, `factor-reset:${id}`, { step: 'waits', factor_reset_wait_id: id })
}
