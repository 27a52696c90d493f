import { loadVisible } from '#data/visible.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { notFound } from '#kernel/errors.ts'
import type { VerbContext } from '#server/verb.ts'
import type { business_contact } from '../parties/business-contact.entity.ts'
import { type PartyRow, visibleBusiness } from '../parties/visible-business.server.ts'
import { requireOneOf } from '../shared/who-may.rules.ts'
import { contactTypes, may_change_contacts } from './contact.rules.ts'

export type ContactRow = ReadRow<
  typeof business_contact,
  'id business_id user_id first_name last_name email contact_phone roles is_active joined_at check_status waiting_roles'
>

/**
 * A contact that the viewer may change, locked, and its business. That of an API token is no person's.
 * @throws not_found, not_allowed
 */
export async function changedContact(
  context: VerbContext,
  id: string,
): Promise<{ contact: ContactRow; business: PartyRow }> {
  const { tx, viewer } = context
  const [seen] = await loadVisible<{ id: string }>(tx, viewer, 'business.business_contact', [id], {
    columns: 't.id',
  })
  const contact = seen
    ? await tx.row<ContactRow>(
        `select id, business_id, user_id, first_name, last_name, email, contact_phone, roles, is_active, joined_at, check_status, waiting_roles
         from business.business_contact c where id = $1 and deleted_at is null
           and not exists (select from platform."user" u where u.id = c.user_id and u.kind = 'service') for update`,
        [id],
      )
    : undefined
  if (!contact) throw notFound('Contact')
  const is_own = contact.business_id === viewer.business_id
  requireOneOf(viewer, may_change_contacts(is_own))
  const business = await visibleBusiness(
    context,
    contact.business_id,
    ...contactTypes(viewer.category, is_own),
  )
  return { contact, business }
}
