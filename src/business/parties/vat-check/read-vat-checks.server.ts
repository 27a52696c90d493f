/** HMRC's standing of payees' VAT numbers, for their self-bills (decision 0118). */
import type { Day } from '#kernel/day.ts'
import type { Tx } from '#server/verb.ts'
import { inForceSql } from '../compliance/in-force-sql.server.ts'
import { HMRC_NUMBER_SQL, type VatStanding } from '../vat-check.rules.ts'

/** Numbers are checked here. */
export const checks_vat_sql = `exists (select from platform.setting where key = 'vat_checks' and value #>> '{}' = 'on')`

/** The provider answers for the number by a certificate in force on the day. @param c the company's name */
export const overrideSql = (c: string, on: string): string =>
  `exists (select from platform.document d where d.id = ${c}.vat_override_document_id and ${inForceSql('d', on)})`

/** By business; none for businesses without a company. */
export async function readVatStandings(
  tx: Tx,
  ids: readonly string[],
  on: Day,
): Promise<ReadonlyMap<string, VatStanding>> {
  const rows = await tx.rows<{ id: string; standing: VatStanding }>(
    `select b.id, case when not ${checks_vat_sql} then 'not_checked'
         when c.vat_check_status = 'valid' or ${overrideSql('c', '$2')} then 'confirmed'
         when c.vat_check_status = 'not_found' or coalesce(c.vat_registration_no, '') !~ '${HMRC_NUMBER_SQL}' then 'refused'
         else 'open' end as standing
     from business.business b join business.company c on c.id = b.company_id where b.id = any ($1)`,
    [ids, on],
  )
  return new Map(rows.map(({ id, standing }) => [id, standing]))
}
