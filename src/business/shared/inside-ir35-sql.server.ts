import { clientSizeSql } from './client-size-sql.server.ts'

/** The decision of the newest verified statement of a placement. */
export const statementSql = (contract: string): string =>
  `(select d.decision from contract.status_determination d where d.contract_id = ${contract}.id
     and d.status = 'completed' and d.deleted_at is null order by d.round desc limit 1)`

/** The agreed status of work that begins on a day: that of the first change after it, else the contract's. */
const statusOnSql = (contract: string, on: string) =>
  `(select t.status from (
     select f.x ->> 'ir35_status' as status, f.x ->> 'until' as until from jsonb_array_elements(${contract}.former_terms) f (x)
     where (f.x ->> 'until')::date >= (${on})::date
     union all select ${contract}.ir35_status, null order by until limit 1) t)`

/**
 * Why work that begins on a day may not be paid to the limited company in full, an `InsideReason`; null where it may. The
 * agreed status and the client's statement count alike, and where they differ the work counts as inside.
 */
export const insideReasonSql = (contract: string, on: string): string => {
  const size = clientSizeSql(`${contract}.client_id`, on)
  return `(case
     when not exists (select from business.business b where b.id = ${contract}.payment_company_id and b.type = 'limited') then null
     when not coalesce('inside' in (${statusOnSql(contract, on)}, ${statementSql(contract)}), false) then null
     when ${contract}.ir35_determined_by is distinct from 'contractor' then 'payroll'
     when ${size} is null then 'size'
     when ${size} <> 'small' then 'payroll' end)`
}
