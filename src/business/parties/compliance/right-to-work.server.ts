/** The right to work of a placement's contractor, for agencies that ask for papers (decision 0064). */
import { compliance_feature } from './compliance.rules.ts'

/** Does this agency ask for papers? */
export const asksForPapersSql = (agency: string) =>
  `exists (select from business.business_feature f where f.business_id = ${agency} and f.feature_code = '${compliance_feature}')`

const papers = (contract: string) => `from platform.document d
  where d.type = 'right_to_work' and d.business_id = ${contract}.contractor_id and d.agency_id = ${contract}.agency_id
    and d.deleted_at is null`

/** None is verified and in force on this day. @param on SQL of a day */
export const rightMissingSql = (contract: string, on: string) =>
  `(${asksForPapersSql(`${contract}.agency_id`)} and not exists (select ${papers(contract)} and d.status = 'completed'
     and (d.valid_to is null or d.valid_to >= ${on}::date)))`

/** The last day of a right to work that was verified; null: without end, or never entered, as for placements of before. */
export const rightEndsSql = (contract: string) =>
  `(case when ${asksForPapersSql(`${contract}.agency_id`)} then (select nullif(max(coalesce(d.valid_to, 'infinity')), 'infinity')
     ${papers(contract)} and d.status in ('completed', 'expired')) end)`
