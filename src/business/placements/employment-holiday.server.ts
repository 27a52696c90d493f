/** Holiday pay of the employment that covers a day, as JSON (decision 0080). Each argument is SQL of the caller, never typed text. */
export const employmentHolidaySql = (
  contractor: string,
  {
    agency,
    provider,
    on,
    scheme,
  }: {
    readonly agency: string
    readonly provider: string
    readonly on: string
    /** Of the placement; null in SQL: any scheme. */
    readonly scheme: string
  },
): string =>
  `(select json_build_object('rolled_up_percent', e.rolled_up_percent::text, 'retained_percent', e.retained_percent::text)
    from business.employment e where e.contractor_id = ${contractor} and e.deleted_at is null and e.provider_id = ${provider}
      and coalesce(e.agency_id, ${agency}) = ${agency} and coalesce(e.leave_date, ${on}::date) >= ${on}::date
      and (${scheme} is null or e.paye_scheme_id = ${scheme})
    order by e.start_date desc limit 1)`
