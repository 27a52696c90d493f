import { type Access, field_groups } from '#entity/access.ts'
import { of_employer, own } from '../../shared/own-rows.access.ts'
import { payslip, type payslip_period } from './payslip.entity.ts'

/** Periods belong to the provider; a contractor reads theirs on the payslips. */
export const payslip_period_access: Access<typeof payslip_period> = of_employer

const payslip_fields = field_groups(payslip, {
  facts: [
    'id human_id period_number payslip_period_id status pay_date provider_id agency_id contractor_id',
    'currency_id gross_pay holiday_pay income_tax employee_ni employee_pension student_loan other_deductions',
    'net_pay employer_ni employer_pension apprenticeship_levy created_at updated_at',
  ],
})

/** Pay is between agency, provider and worker; a draft is not yet the worker's. */
export const payslip_access: Access<typeof payslip> = {
  ...of_employer,
  contractor: { rows: { ...own.contractor, status: { _neq: 'draft' } }, fields: payslip_fields('facts') },
}
