/** A client with the registration number of another client of the provider (decision 0128). */
import { visibleSql } from '#data/visible.ts'
import type { VerbContext } from '#server/verb.ts'

/**
 * The most clients of one agency that wait with a known number. Each reveals to the agency that the provider has the company,
 * so a further one is refused like every number in use.
 */
const WAITING_MAX = 10

/** SQL: the known number of the submitted client `b` of the draft `d`; null where the company `c` holds it. */
export const known_number_sql = `case when b.type = 'client' and b.status = 'submitted' and c.brn is null
  then d.requested_data ->> 'brn' end`

/**
 * Does a client of the provider that the submitter does not see have this number? The submission then waits without
 * a number of its own, until the provider links that client or sends this one back.
 */
export async function isKnownNumber(
  { tx, viewer }: Pick<VerbContext, 'tx' | 'viewer'>,
  agency_id: string,
  brn: string,
): Promise<boolean> {
  const params: unknown[] = [brn, viewer.provider_id, agency_id, WAITING_MAX]
  const found = await tx.row(
    `select 1 as one from business.business b join business.company c on c.id = b.company_id and c.deleted_at is null
     where c.brn = $1 and b.type = 'client' and b.provider_id = $2 and b.deleted_at is null
       and (${visibleSql('business.business', viewer, 'b', params)}) is not true
       and $4 > (select count(*) from request.draft_request d join business.business b on b.id = d.entity_id
         join business.company c on c.id = b.company_id
         where d.agency_id = $3 and d.deleted_at is null and ${known_number_sql} is not null)`,
    params,
  )
  return found !== undefined
}
