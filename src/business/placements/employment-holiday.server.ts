/** Holiday pay of the employment that covers a day, as JSON (decision 0080). Each argument is SQL of the caller, never typed text. */
export const employmentHolidaySql = (
  contractor: string,
  { agency, provider, on }: { readonly agency: string; readonly provider: string; readonly on: string },
): string =>
  `(select json_build_object('rolled_up_percent', e.rolled_up_percent::text, 'retained_percent', e.retained_percent::text)
    from business.employment e where e.contractor_id = ${contractor} and e.deleted_at is null and e.provider_id = ${provider}
      and coalesce(e.agency_id, ${agency}) = ${agency} and coalesce(e.leave_date, ${on}::date) >= ${on}::date
    order by e.start_date desc limit 1)`
