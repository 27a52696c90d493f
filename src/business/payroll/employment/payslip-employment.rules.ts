/** Finds the employment of a payslip: each employment of a worker has a year to date of its own. Pure. */

/**
 * The employment of the payslip `p`. A run names it; a bureau's payslip names worker and agency alone, so that of
 * several employments on its pay day the one under a bureau's scheme has it, then the oldest.
 */
export const employmentOfSql = (p: string): string => `coalesce(
    (select run_slip.employment_id from transaction.pay_run_payslip run_slip where run_slip.payslip_id = ${p}.id),
    (select own.id from business.employment own join business.paye_scheme own_scheme on own_scheme.id = own.paye_scheme_id
     where own.contractor_id = ${p}.contractor_id and own.provider_id = ${p}.provider_id
       and coalesce(own.agency_id, ${p}.agency_id) = ${p}.agency_id and own.deleted_at is null and own.start_date <= ${p}.pay_date
     order by own.agency_id is null, coalesce(own.leave_date < ${p}.pay_date, false), own_scheme.source <> 'bureau',
       own.start_date, own.id limit 1))`
