/** The agency's PAYE schemes as JSON, for `schemeFault`: payroll comes after placements. `agency` is SQL of the caller. */
export const agencySchemesSql = (agency: string): string =>
  `(select coalesce(json_agg(json_build_object('id', s.id, 'employer_reference', s.employer_reference, 'ended_on', s.ended_on)), '[]')
    from business.paye_scheme s where s.agency_id = ${agency})`
