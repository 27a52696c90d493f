/** Ends role changes without effect: by a person, with the contact, or by time. */
import type { Instant } from '#kernel/instant.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { cancelWaitingAddress } from './address-change.server.ts'
import type { Inviting } from './invite-contact.server.ts'
import { role_change } from './role-change.entity.ts'
import { sendRoleNotice } from './role-change-notice.server.ts'

type End = { readonly status: 'rejected' | 'withdrawn'; readonly comment: string }

/** The row is locked, or its contact is. */
export async function endRoleChange(
  context: Inviting,
  { id, business_contact_id }: { readonly id: string; readonly business_contact_id: string },
  { status, comment }: End,
): Promise<void> {
  const { tx, viewer, clock } = context
  const now = clock.now()
  await updateRow(tx, role_change, id, {
    status,
    comment,
    decided_by: viewer.user_id,
    decided_by_name: viewer.user_name,
    decided_at: now,
    updated_at: now,
  })
  context.audit({
    entity: 'request.role_change',
    entity_id: id,
    old_values: { status: 'pending' },
    new_values: { business_contact_id, status, comment },
  })
  await cancelWaitingAddress(context, id)
  await sendRoleNotice(context, id, status)
}

/** Nothing waits for a contact that was made inactive. The contact is locked. */
export async function withdrawRoleChanges(
  context: VerbContext,
  business_contact_id: string,
  comment: string,
): Promise<void> {
  await expireRoleChanges(context.tx, context.clock.now(), business_contact_id)
  const open = await context.tx.rows<{ id: string }>(
    `select id from request.role_change where business_contact_id = $1 and status = 'pending' order by id for update`,
    [business_contact_id],
  )
  for (const { id } of open)
    await endRoleChange(context, { id, business_contact_id }, { status: 'withdrawn', comment })
}

/** Reactivations of a person that wait, where one came about without them. The contacts are locked. */
export async function endReactivations(context: Inviting, user_id: string, comment: string): Promise<void> {
  const open = await context.tx.rows<{ id: string; business_contact_id: string }>(
    `select id, business_contact_id from request.role_change
     where user_id = $1 and kind = 'reactivation' and status = 'pending' order by id for update`,
    [user_id],
  )
  for (const row of open) await endRoleChange(context, row, { status: 'withdrawn', comment })
}

/** Decided when a row is read; this keeps the status true, of one contact or of all. */
export async function expireRoleChanges(
  tx: Tx,
  now: Instant,
  business_contact_id: string | null = null,
): Promise<void> {
  await tx.run(
    `update request.role_change set status = 'expired', decided_at = expires_at, updated_at = $1
     where status = 'pending' and expires_at <= $1 and ($2::uuid is null or business_contact_id = $2)`,
    [now, business_contact_id],
  )
}
