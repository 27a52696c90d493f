/** The further payees of a contractor with an agency as a list, first day first. */
export const furtherPayeesSql = ({ contractor, agency }: { contractor: string; agency: string }): string =>
  `coalesce((select jsonb_agg(jsonb_build_object('payment_type', y.payment_type, 'payment_company_id', y.payment_company_id,
      'effective_from', y.effective_from, 'effective_to', y.effective_to, 'self_billing_from', y.self_billing_from,
      'self_billing_to', y.self_billing_to) order by y.effective_from, y.id)
    from business.contractor_payee y
    where y.contractor_id = ${contractor} and y.agency_id = ${agency} and y.deleted_at is null), '[]')`

/** Whether a contractor's agency deals with a company that pays the contractor, by their link. */
export const isOfAgencySql = (link: string, agency: string): string =>
  `(not ${link}.is_of_further_payee or exists (select from business.contractor_payee y where y.contractor_id = ${link}.from_business_id
     and y.payment_company_id = ${link}.to_business_id and y.agency_id = ${agency} and y.deleted_at is null))`

/** Whether a placement pays a further payee of its contractor that holds on the day. */
export const isFurtherSql = (contract: string, on: string): string =>
  `exists (select from business.contractor_payee y where y.contractor_id = ${contract}.contractor_id
     and y.agency_id = ${contract}.agency_id and y.payment_company_id = ${contract}.payment_company_id
     and y.effective_from <= ${on} and (y.effective_to is null or y.effective_to >= ${on}) and y.deleted_at is null)`

/** Whether a contractor is paid in this way today or later: by default, or with an agency (null: with any). */
export const isPaidSql = (contractor: string, way: string, agency: string): string =>
  `(${contractor}.payment_type = ${way} or exists (select from business.contractor_payee y
     where y.contractor_id = ${contractor}.id and y.payment_type = ${way} and y.deleted_at is null
       and (${agency} is null or y.agency_id = ${agency})))`
