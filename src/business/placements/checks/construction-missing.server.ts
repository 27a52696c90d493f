/** The facts that construction work and self-employment ask for (payroll-run §5.3). */

const payee = (contract: string, is: string) =>
  `exists (select from business.business p where p.id = ${contract}.payment_company_id and ${is})`

/** Construction work whose payee is not on PAYE and has no gross payment status. @param from SQL of the first day of verifications that count */
export const grossMissingSql = (contract: string, from: string): string =>
  `(${contract}.is_construction and ${payee(contract, `p.type in ('limited', 'umbrella', 'selfemployed')`)}
     and not coalesce((select v.result = 'gross_payment' and v.verified_on >= ${from}::date from business.cis_verification v
       where v.business_id = ${contract}.payment_company_id and v.agency_id = ${contract}.agency_id and v.deleted_at is null
       order by v.verified_on desc, v.round desc limit 1), false))`

/** A self-employed worker without the declaration that nobody supervises them. */
export const undeclaredSql = (contract: string): string =>
  `(not ${contract}.is_unsupervised and ${payee(contract, `p.type = 'selfemployed'`)})`
