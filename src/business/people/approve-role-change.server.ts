import { z } from 'zod'
import { precondition } from '#kernel/errors.ts'
import { FIVE_MINUTES, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { business_contact } from '../parties/business-contact.entity.ts'
import { userOf } from '../parties/insert-party.server.ts'
import { settleApproved } from '../parties/onboarding/settle-approved.server.ts'
import { changeApprovedAddress } from './address-change.server.ts'
import { type Inviting, inviteContact } from './invite-contact.server.ts'
import { type LockedRoleChange, lockDecided } from './lock-role-change.server.ts'
import { reactivate } from './reactivate-user.server.ts'
import { awaitFactorReset } from './reset-factors.server.ts'
import { role_change } from './role-change.entity.ts'
import { who } from './role-change.rules.ts'
import { sendRoleNotice } from './role-change-notice.server.ts'

const input = z.strictObject({ id: z.uuid() })

/** The second person gives the role. An invitation that waited for it goes out. */
export const approveRoleChange = verb({
  action_id: 'request.role_change.approve',
  since: '0.1.0',
  summary: 'Approves, as a second person, a role that can release money, or a change of its holder',
  machine: 'refused',
  impersonator: 'refused',
  who: who.approve,
  input,
  output: z.strictObject({ id: z.uuid(), user_id: z.string().nullable() }),
  step_up: FIVE_MINUTES,
  run: async (context, { id }) => {
    const row = await lockDecided(context, id, 'approve')
    const decided_by = { id: context.viewer.user_id, name: context.viewer.user_name }
    return { id, user_id: await giveRights(context, row, decided_by) }
  },
})

/** Null: the operator. */
type Decider = { readonly id: string; readonly name: string } | null

/**
 * Gives the rights, the address, the factor reset or the reactivation that was asked for. The row and its contact are locked.
 * @throws precondition where the contact has another address than the one that was asked for
 */
export async function giveRights(
  context: Inviting,
  row: LockedRoleChange,
  decided_by: Decider,
): Promise<string | null> {
  const { tx, clock } = context
  const { id, contact } = row
  if (contact.email !== row.email)
    throw precondition(`${row.name} has another address now. Reject this and have it asked for again`)
  const now = clock.now()
  if (row.kind === 'address') {
    await approve(context, row, contact.user_id, decided_by)
    await changeApprovedAddress(context, id)
    return contact.user_id
  }
  if (row.kind === 'factors') {
    await approve(context, row, contact.user_id, decided_by)
    if (contact.user_id !== null) await awaitFactorReset(context, id, contact.user_id)
    await sendRoleNotice(context, id, 'approved')
    return contact.user_id
  }
  if (row.kind === 'reactivation') {
    await approve(context, row, contact.user_id, decided_by)
    if (contact.user_id !== null) await reactivate(context, contact.user_id)
    await sendRoleNotice(context, id, 'approved')
    return contact.user_id
  }
  const roles = [...new Set([...contact.roles, ...row.roles])]
  const is_active = contact.is_active || row.reactivates
  const is_invited = row.invites && contact.user_id === null && is_active
  const user_id = is_invited
    ? await userOf(context, { ...contact, contact_phone: undefined, roles: [] })
    : contact.user_id
  await approve(context, row, user_id, decided_by)
  await updateRow(tx, business_contact, contact.id, { roles, is_active, user_id, updated_at: now })
  if (is_invited) await inviteContact(context, contact)
  context.audit({
    entity: 'business.business_contact',
    entity_id: contact.id,
    old_values: { roles: contact.roles, is_active: contact.is_active, can_sign_in: contact.user_id !== null },
    new_values: { roles, is_active, can_sign_in: user_id !== null },
  })
  await settleApproved(context, contact.business_id)
  await sendRoleNotice(context, id, 'approved')
  return user_id
}

async function approve(
  { tx, clock, audit }: Inviting,
  { id, kind, contact }: LockedRoleChange,
  user_id: string | null,
  decided_by: Decider,
): Promise<void> {
  const now = clock.now()
  await updateRow(tx, role_change, id, {
    status: 'approved',
    user_id,
    decided_by: decided_by?.id ?? null,
    decided_by_name: decided_by?.name ?? null,
    decided_at: now,
    updated_at: now,
  })
  audit({
    entity: 'request.role_change',
    entity_id: id,
    old_values: { status: 'pending' },
    new_values: { business_contact_id: contact.id, kind, status: 'approved' },
  })
}
