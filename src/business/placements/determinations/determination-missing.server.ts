/** The status determination statement that a placement waits for, at agencies that ask for papers (decisions 0064, 0101). */
import { asksForPapersSql } from '../../parties/compliance/right-to-work.server.ts'

/** True for work through a limited company and for a client that is not small, until a statement outside IR35 is verified. */
export const determinationMissingSql = (contract: string) =>
  `(${asksForPapersSql(`${contract}.agency_id`)} and ${contract}.ir35_determined_by is distinct from 'contractor'
     and exists (select from business.business b where b.id = ${contract}.payment_company_id and b.type = 'limited')
     and (select d.decision from contract.status_determination d where d.contract_id = ${contract}.id
            and d.status = 'completed' and d.deleted_at is null order by d.round desc limit 1) is distinct from 'outside')`
