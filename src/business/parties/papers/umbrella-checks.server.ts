/** Verified checks of umbrella companies: each counts for the agency that made it (decision 0106). */
import type { Day } from '#kernel/day.ts'
import type { Tx } from '#server/verb.ts'
import { isOfAgencySql } from '../../shared/further-payees-sql.server.ts'
import { inForceSql } from '../compliance/in-force-sql.server.ts'
import { needsUmbrellaCheck, umbrella_check_days } from '../compliance/umbrella-check.rules.ts'

export type Engaged = { readonly agency_id: string; readonly company_id: string }

export const engagedKey = ({ agency_id, company_id }: Engaged): string => `${agency_id} ${company_id}`

/** The keys of pairs in which the agency has no valid check of the umbrella on that day. Other companies need no check. */
export async function uncheckedUmbrellas(
  tx: Tx,
  pairs: readonly Engaged[],
  on: Day,
): Promise<ReadonlySet<string>> {
  if (pairs.length === 0 || !needsUmbrellaCheck(on)) return new Set()
  const rows = await tx.rows<Engaged>(
    `select distinct p.agency_id, p.company_id from unnest($1::uuid[], $2::uuid[]) p (agency_id, company_id)
     join business.business b on b.id = p.company_id and b.type = 'umbrella'
     where not exists (select from platform.document d
       where d.type = 'umbrella_due_diligence' and d.business_id = p.company_id and d.agency_id = p.agency_id
         and d.uploaded_by is not null and ${inForceSql('d', '$3')}
         and d.valid_from + ${umbrella_check_days} >= $3::date)`,
    [pairs.map((one) => one.agency_id), pairs.map((one) => one.company_id), on],
  )
  return new Set(rows.map(engagedKey))
}

/** The agencies of a company's contractors. @param agency_id this agency alone; null: all */
export function engagingAgencies(
  tx: Tx,
  company_id: string,
  agency_id: string | null,
): Promise<{ id: string; name: string }[]> {
  return tx.rows(
    `select distinct a.id, a.name from business.service c
     join business.service w on w.type = 'contractor-agency' and w.from_business_id = c.from_business_id
       and w.status <> 'deleted' and w.deleted_at is null
     join business.business a on a.id = w.to_business_id
     where c.type = 'contractor-company' and ${isOfAgencySql('c', 'w.to_business_id')} and c.to_business_id = $1 and c.status <> 'deleted' and c.deleted_at is null
       and ($2::uuid is null or a.id = $2) order by a.name, a.id`,
    [company_id, agency_id],
  )
}
