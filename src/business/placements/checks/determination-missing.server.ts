/** The status determination statement that a placement waits for, at agencies that ask for papers (decisions 0064, 0101). */
import { asksForPapersSql } from '../../parties/compliance/right-to-work.server.ts'
import { clientSizeSql } from '../../shared/client-size-sql.server.ts'
import { statementSql } from '../../shared/inside-ir35-sql.server.ts'

/** The size that the client states for the tax year of the first day counts. Without one, the placement says who determines. */
const clientDetermines = (contract: string) =>
  `case ${clientSizeSql(`${contract}.client_id`, `${contract}.start_date`)}
     when 'small' then ${contract}.ir35_determined_by is not distinct from 'client'
     when 'medium_large' then true when 'public_sector' then true
     else ${contract}.ir35_determined_by is distinct from 'contractor' end`

/**
 * True for work through a limited company and for a client that is not small, until a statement is verified. Inside IR35
 * it is asked for at every agency, because tax is deducted by it.
 */
export const determinationMissingSql = (contract: string) =>
  `((${asksForPapersSql(`${contract}.agency_id`)} or ${contract}.ir35_status = 'inside') and ${clientDetermines(contract)}
     and exists (select from business.business b where b.id = ${contract}.payment_company_id and b.type = 'limited')
     and ${statementSql(contract)} is null)`
