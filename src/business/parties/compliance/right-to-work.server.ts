/** The papers that a placement waits for, at agencies that ask for papers (decisions 0064, 0120). */
import { compliance_feature, type PaperType } from './compliance.rules.ts'
import { inForceSql } from './in-force-sql.server.ts'

/** Does this agency ask for papers? */
export const asksForPapersSql = (agency: string) =>
  `exists (select from business.business_feature f where f.business_id = ${agency} and f.feature_code = '${compliance_feature}')`

const papers = (contract: string) => `from platform.document d
  where d.type = 'right_to_work' and d.business_id = ${contract}.contractor_id and d.agency_id = ${contract}.agency_id
    and d.deleted_at is null`

/** True where no document of this type is verified and in force on the day. @param on SQL of a day */
const missingSql = (type: PaperType, party: 'client_id' | 'contractor_id', contract: string, on: string) =>
  `(${asksForPapersSql(`${contract}.agency_id`)} and not exists (select from platform.document d
     where d.type = '${type}' and d.business_id = ${contract}.${party} and d.agency_id = ${contract}.agency_id
       and ${inForceSql('d', on)}))`

export const rightMissingSql = (contract: string, on: string) =>
  missingSql('right_to_work', 'contractor_id', contract, on)

/** The worker's contract for services with the agency. */
export const contractMissingSql = (contract: string, on: string) =>
  missingSql('contract_for_services', 'contractor_id', contract, on)

/** The client's terms of business with the agency. */
export const termsMissingSql = (contract: string, on: string) =>
  missingSql('terms_of_business', 'client_id', contract, on)

/** The last day of a right to work that was verified; null: without end, or never entered, as for older placements. */
export const rightEndsSql = (contract: string) =>
  `(case when ${asksForPapersSql(`${contract}.agency_id`)} then (select nullif(max(coalesce(d.valid_to, 'infinity')), 'infinity')
     ${papers(contract)} and d.status in ('completed', 'expired')) end)`
