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

/** Whether the agency's payroll deducts from the fee of work that begins on a day: an employment with its tax facts. */
export const offPayrollSql = (
  worker: {
    readonly contractor: string
    readonly agency: string
    /** Of the placement; null in SQL: any scheme. */
    readonly scheme: string
  },
  on: string,
): string =>
  `exists (select from business.employment e join business.paye_scheme z on z.id = e.paye_scheme_id and z.source = 'engine'
     where e.contractor_id = ${worker.contractor} and e.agency_id = ${worker.agency} and e.off_payroll and e.deleted_at is null
       and (${worker.scheme} is null or z.id = ${worker.scheme}) and e.start_date <= (${on})::date and coalesce(e.leave_date, (${on})::date) >= (${on})::date
       and exists (select from business.tax_code t where t.employment_id = e.id and t.deleted_at is null)
       and exists (select from business.ni_category n where n.employment_id = e.id and n.deleted_at is null))`

/** The fee of a self-bill: without VAT, and without credit that was set against it before tax was deducted. */
export const deemedFeeSql = (invoice: string): string =>
  `(${invoice}.amount + coalesce((select sum(n.amount) from transaction.invoice n
     where n.parent_invoice_id = ${invoice}.id and n.is_credit_note and n.deleted_at is null), 0))`

/** The reason of `insideReasonSql`; null also where an off-payroll employment has tax deducted from the fee. */
export const untaxedReasonSql = (contract: string, on: string): string =>
  `(case when ${offPayrollSql({ contractor: `${contract}.contractor_id`, agency: `${contract}.agency_id`, scheme: `${contract}.paye_scheme_id` }, on)}
     then nullif(${insideReasonSql(contract, on)}, 'payroll') else ${insideReasonSql(contract, on)} end)`

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
