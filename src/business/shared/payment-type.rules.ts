/**
 * How the contractor of a placement is paid, by the company that the placement pays: the contractor may be paid otherwise by
 * now. Null where nobody is a contractor.
 */
export const paymentTypeSql = (contract: string): string =>
  `(select case when p.type in ('limited', 'umbrella', 'selfemployed') then p.type
      when ${contract}.contractor_id is not null then 'paye' end
    from business.business p where p.id = ${contract}.payment_company_id)`
