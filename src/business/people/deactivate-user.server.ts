import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { notFound } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { requireCan } from '#kernel/refusal.ts'
import { FIVE_MINUTES, type VerbContext, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { user } from '../platform/user.entity.ts'
import { withdrawRoleChanges } from './end-role-change.server.ts'
import { endMailedLinks, endSignIns } from './end-sign-ins.server.ts'
import { revokeInvitation } from './invite-contact.server.ts'
import { canDeactivate, canReactivate, leaving_deciders } from './leaving.rules.ts'

const deactivateInput = z.strictObject({
  user_id: z.string().trim().min(1).max(100),
  reason: z
    .string({ error: validationText.specify_reason })
    .trim()
    .min(1, { error: validationText.specify_reason })
    .max(500),
})

type UserRow = ReadRow<typeof user, 'id is_active is_confirmed deactivated_by'>

/** A user that the viewer sees, locked, with the roles of all their businesses. @throws not_found */
async function visibleUser(
  { tx, viewer }: VerbContext,
  id: string,
): Promise<UserRow & { readonly roles: readonly string[] }> {
  const [seen] = await loadVisible<{ id: string }>(tx, viewer, 'platform.user', [id], { columns: 't.id' })
  const row = seen
    ? await tx.row<UserRow>(
        `select id, is_active, is_confirmed, deactivated_by from platform."user" where id = $1 and kind = 'person'
         for update`,
        [id],
      )
    : undefined
  if (!row) throw notFound('User')
  const contacts = await tx.rows<{ role: string }>(
    `select distinct unnest(roles) as role from business.business_contact where user_id = $1 and deleted_at is null`,
    [id],
  )
  return { ...row, roles: contacts.map(({ role }) => role) }
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
  input: deactivateInput,
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
    const open = await tx.rows<{ id: string }>(
      `select c.id from business.business_contact c where c.user_id = $1 and c.joined_at is null and c.deleted_at is null
       order by c.id`,
      [user_id],
    )
    for (const { id } of open) await revokeInvitation(context, id)
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

/** A person is back. For a role that can release money another administrator decides than the one of before. */
export const reactivateUser = verb({
  action_id: 'platform.user.reactivate',
  since: '0.1.0',
  summary: 'Gives a deactivated person access again',
  machine: 'refused',
  impersonator: 'refused',
  who: leaving_deciders,
  input: reactivateInput,
  output: z.strictObject({ id: z.uuid() }),
  step_up: FIVE_MINUTES,
  run: async (context, { user_id }) => {
    const { tx, viewer, clock } = context
    requireCan(canReactivate(await visibleUser(context, user_id), viewer))
    // Nothing of before opens again.
    await endSignIns(tx, user_id)
    await updateRow(tx, user, user_id, {
      is_active: true,
      deactivated_at: null,
      deactivated_by: null,
      updated_at: clock.now(),
    })
    context.audit({
      entity: 'platform.user',
      entity_id: user_id,
      old_values: { is_active: false },
      new_values: { is_active: true },
    })
    return { id: user_id }
  },
})
