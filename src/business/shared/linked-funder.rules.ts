/** The funder that finances an agency's work. */

/**
 * The named funder of an agency, or its only one in force; null where there is none, or several and none is named.
 * @param agency SQL of the agency's id @param named SQL of the named funder's id or null
 */
export const linkedFunderSql = (agency: string, named: string): string =>
  `(select min(o.to_business_id::text)::uuid from business.service o where o.type = 'agency-funder'
     and o.from_business_id = ${agency} and o.status = 'active' and o.deleted_at is null
     and exists (select from business.business f where f.id = o.to_business_id and f.status = 'onboarded' and f.is_active
       and f.deleted_at is null)
     and (${named}::uuid is null or o.to_business_id = ${named}) having count(*) = 1)`
