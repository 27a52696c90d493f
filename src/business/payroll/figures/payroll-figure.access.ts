import { type Access, field_groups } from '#entity/access.ts'
import { of_employer, own } from '../../shared/own-rows.access.ts'
import { payroll_figure } from './payroll-figure.entity.ts'

const fields = field_groups(payroll_figure, {
  pay: [
    'id timesheet_id payslip_id pay_day currency_id gross_pay gross_change contractor_id created_at updated_at',
  ],
  others: [
    'source period_number holiday_pay income_tax employee_ni employee_pension student_loan other_deductions',
    'other_deductions_for net_pay employer_ni employer_pension apprenticeship_levy holiday_pay_retained tax_code ni_letter',
    'version refinement_id is_reduction net_change cost_change pay_added cost_added cost_by_gross provider_id agency_id',
    'client_id funder_id',
  ],
})

/** A worker's pay is between the agency's people for payroll and its payroll; the worker reads the work of a payslip. */
export const payroll_figure_access: Access<typeof payroll_figure> = {
  ...of_employer,
  contractor: { rows: { ...own.contractor, payslip_id: { _is_null: false } }, fields: fields('pay') },
}
