import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { notFound } from '#kernel/errors.ts'
import { requireCan } from '#kernel/refusal.ts'
import { FIVE_MINUTES, type VerbContext, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { user } from '../platform/user.entity.ts'
import { askTokenReviews } from './api-tokens/review-api-tokens.server.ts'
import { askSecondPerson } from './ask-role-change.server.ts'
import { endReactivations, withdrawRoleChanges } from './end-role-change.server.ts'
import { endMailedLinks, endSignIns } from './end-sign-ins.server.ts'
import { endInvitation } from './invite-contact.server.ts'
import { canDeactivate, canReactivate, leaving_deciders } from './leaving.rules.ts'
import { reactivate } from './reactivate-user.server.ts'
import { type ActingSeat, decidingSeat } from './role-change.rules.ts'
import { userReasonInput } from './user-reason-input.server.ts'

type UserRow = ReadRow<typeof user, 'id is_active is_confirmed'>

/** The contacts through which a person acts, once active: locked, the oldest first. */
const lockedSeats = (tx: VerbContext['tx'], user_id: string): Promise<ActingSeat[]> =>
  tx.rows<ActingSeat>(
    `select c.id, c.business_id, c.user_id, c.first_name, c.last_name, c.email, c.roles,
       coalesce(b.provider_id, b.id) as provider_id, b.type = 'provider' as is_provider
     from business.business_contact c join business.business b on b.id = c.business_id
     where c.user_id = $1 and c.is_active and c.joined_at is not null and c.deleted_at is null
     order by c.id for update of c`,
    [user_id],
  )

/** A user that the viewer sees, locked with their contacts: those first, as an approval does. @throws not_found */
async function visibleUser(
  { tx, viewer }: VerbContext,
  id: string,
): Promise<UserRow & { readonly seats: readonly ActingSeat[] }> {
  const [seen] = await loadVisible<{ id: string }>(tx, viewer, 'platform.user', [id], { columns: 't.id' })
  const seats = seen ? await lockedSeats(tx, id) : []
  const row = seen
    ? await tx.row<UserRow>(
        `select id, is_active, is_confirmed from platform."user" where id = $1 and kind = 'person' for update`,
        [id],
      )
    : undefined
  if (!row) throw notFound('User')
  return { ...row, seats }
}

/**
 * A person leaves: their sessions in all businesses end at once, with their open links and invitations. Their contacts
 * stay as they are.
 */
export const deactivateUser = verb({
  action_id: 'platform.user.deactivate',
  since: '0.1.0',
  summary: 'Ends the access of a person to all businesses',
  machine: 'refused',
  impersonator: 'refused',
  who: leaving_deciders,
  input: userReasonInput,
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { user_id, reason }) => {
    const { tx, viewer, clock } = context
    const row = await visibleUser(context, user_id)
    requireCan(canDeactivate(row, viewer))
    await updateRow(tx, user, user_id, {
      is_active: false,
      deactivated_at: clock.now(),
      deactivated_by: viewer.user_id,
      updated_at: clock.now(),
    })
    await endSignIns(tx, user_id)
    await endMailedLinks(context, { user_id })
    await askTokenReviews(context, { user_id, business_id: null })
    const open = await tx.rows<{ id: string }>(
      `select c.id from business.business_contact c where c.user_id = $1 and c.joined_at is null and c.deleted_at is null
       order by c.id`,
      [user_id],
    )
    for (const { id } of open) await endInvitation(context, id)
    const asked = await tx.rows<{ id: string }>(
      `select c.id from business.business_contact c where c.user_id = $1 and exists (select from request.role_change r
         where r.business_contact_id = c.id and r.status = 'pending') order by c.id`,
      [user_id],
    )
    for (const { id } of asked) await withdrawRoleChanges(context, id, 'The person was deactivated')
    context.audit({
      entity: 'platform.user',
      entity_id: user_id,
      old_values: { is_active: true },
      new_values: { is_active: false, reason },
    })
    return { id: user_id }
  },
})

const reactivateInput = z.strictObject({ user_id: z.string().trim().min(1).max(100) })

/** A person is back. One with a role that can release money waits for a second person. */
export const reactivateUser = verb({
  action_id: 'platform.user.reactivate',
  since: '0.1.0',
  summary: 'Gives a deactivated person access again',
  machine: 'refused',
  impersonator: 'refused',
  who: leaving_deciders,
  input: reactivateInput,
  output: z.strictObject({ id: z.uuid(), role_change_id: z.uuid().nullable() }),
  step_up: FIVE_MINUTES,
  run: async (context, { user_id }) => {
    const row = await visibleUser(context, user_id)
    requireCan(canReactivate(row, context.viewer))
    const seat = decidingSeat(row.seats)
    if (seat) {
      const asked = { kind: 'reactivation' } as const
      return { id: user_id, role_change_id: await askSecondPerson(context, seat, seat.provider_id, asked) }
    }
    await endReactivations(context, user_id, 'The role was taken away meanwhile')
    await reactivate(context, user_id)
    return { id: user_id, role_change_id: null }
  },
})
