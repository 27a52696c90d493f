/** Pay runs are for the provider and for the agency that employs; a worker reads how an issued payslip was computed. */
import { type Access, field_groups } from '#entity/access.ts'
import { of_employer, own } from '../../shared/own-rows.access.ts'
import { pay_run, type pay_run_check, pay_run_payslip } from './pay-run.entity.ts'

const run_fields = field_groups(pay_run, {
  facts: [
    'id human_id paye_scheme_id frequency pay_day tax_year period_number status work_status job_id work_done work_total',
    'payslip_count stop_count warning_count gross_pay deductions net_pay employer_costs',
    'last_gross_pay gross_change last_net_pay net_change content_hash currency_id',
    'prepared_by maker checker checked_at approver approved_at return_reason cancel_reason reopen_reason reopener reopened_at went_back_at went_back_for left_out provider_id agency_id',
    'created_at updated_at',
  ],
  // The provider's own gaps are among the reasons.
  fault: ['work_fault'],
})

export const pay_run_access: Access<typeof pay_run> = {
  ...of_employer,
  agency: { ...of_employer.agency, fields: run_fields('facts') },
}
export const pay_run_check_access: Access<typeof pay_run_check> = of_employer

const fields = field_groups(pay_run_payslip, {
  facts: [
    'id contractor_id tax_code ni_letter hours gross_pay holiday_pay income_tax employee_ni employee_pension student_loan',
    'other_deductions net_pay employer_ni employer_pension apprenticeship_levy pensionable_pay lines payslip_id currency_id provider_id',
    'agency_id created_at updated_at',
  ],
  run: ['pay_run_id employment_id last_net_pay net_change withdrawn_as pension_state pension_name'],
})

export const pay_run_payslip_access: Access<typeof pay_run_payslip> = {
  ...of_employer,
  contractor: {
    rows: { ...own.contractor, payslip_id: { _is_null: false } },
    fields: fields('facts'),
  },
}
