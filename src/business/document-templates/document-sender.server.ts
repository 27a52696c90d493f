/** The sender of the documents that a job makes for a placement. */

/** The contact of the submitter, else of an administrator of the agency. @param c the placement */
export const senderSql = (c: string): string =>
  `(select p.id from business.business_contact p where p.business_id in (${c}.agency_id, ${c}.provider_id) and p.is_active
      and p.deleted_at is null and p.joined_at is not null
      and (p.user_id = coalesce(${c}.submitted_by, ${c}.created_by) or p.business_id = ${c}.agency_id and 'agency_admin' = any (p.roles))
    order by (p.user_id = coalesce(${c}.submitted_by, ${c}.created_by)) desc, p.id limit 1)`

export const no_sender = 'No person of the agency or provider can send the documents'
