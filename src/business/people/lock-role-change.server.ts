import { loadVisible } from '#data/visible.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { notFound } from '#kernel/errors.ts'
import type { Instant } from '#kernel/instant.ts'
import { requireCan } from '#kernel/refusal.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import type { ContactRow } from './changed-contact.server.ts'
import type { role_change } from './role-change.entity.ts'
import { can, type RoleChangeAction, type RoleChangeFacts, statusAt } from './role-change.rules.ts'

export type LockedRoleChange = RoleChangeFacts &
  ReadRow<
    typeof role_change,
    'id kind provider_id business_contact_id roles reactivates invites new_email asked_by_name expires_at'
  > & { readonly contact: ContactRow }

/** The contact is locked first, as by its own verbs. @throws not_found */
export async function lockRoleChange(tx: Tx, id: string, now: Instant): Promise<LockedRoleChange> {
  const contact = await tx.row<ContactRow>(
    `select id, business_id, user_id, first_name, last_name, email, contact_phone, roles, is_active, joined_at
     from business.business_contact where deleted_at is null
       and id = (select business_contact_id from request.role_change where id = $1) for update`,
    [id],
  )
  const row = contact
    ? await tx.row<Omit<LockedRoleChange, 'contact'>>(
        `select r.id, r.status, r.kind, r.business_id, r.provider_id, r.business_contact_id, r.user_id, r.name, r.email,
           r.roles, r.reactivates, r.invites, r.new_email, r.asked_by, r.asked_by_name, r.expires_at,
           request.role_change_waits_for(r.business_id, r.provider_id, r.asked_by, r.user_id, r.email) as waits_for
         from request.role_change r where r.id = $1 for update of r`,
        [id],
      )
    : undefined
  if (!contact || !row) throw notFound('Role Change')
  return { ...row, contact, status: statusAt(row, now) }
}

/**
 * A visible role change that the viewer may take this step with, locked: of two people who decide at once the second gets a
 * conflict.
 * @throws not_found, not_allowed, precondition or conflict
 */
export async function lockDecided(
  { tx, viewer, clock }: Pick<VerbContext, 'tx' | 'viewer' | 'clock'>,
  id: string,
  action: RoleChangeAction,
): Promise<LockedRoleChange> {
  await loadVisible(tx, viewer, 'request.role_change', [id], { columns: 't.id' })
  const row = await lockRoleChange(tx, id, clock.now())
  requireCan(can[action](row, viewer))
  return row
}
