/** Figures to date: for the provider, for payroll roles of the employing agency, and for the worker. */
import { type Access, field_groups } from '#entity/access.ts'
import { of_employer, own } from '../../shared/own-rows.access.ts'
import { payroll_takeover } from './payroll-takeover.entity.ts'

const fields = field_groups(payroll_takeover, {
  facts: [
    'id contractor_id tax_year last_pay_day source tax_code is_week1 student_loan_plan has_postgraduate_loan',
    'pension_scheme holiday_hours previous_pay previous_tax gross_pay taxable_pay income_tax student_loan',
    'postgraduate_loan pension_net_pay pension_at_source other_deductions employer_pension ni_letter ni_earnings',
    'at_lel lel_to_pt pt_to_uel employee_ni employer_ni earlier_ni_letter earlier_ni_earnings earlier_at_lel',
    'earlier_lel_to_pt earlier_pt_to_uel earlier_employee_ni earlier_employer_ni smp spp sap shpp spbp sncp',
    'second_earlier_ni_letter second_earlier_ni_earnings second_earlier_at_lel second_earlier_lel_to_pt second_earlier_pt_to_uel second_earlier_employee_ni second_earlier_employer_ni',
    'third_earlier_ni_letter third_earlier_ni_earnings third_earlier_at_lel third_earlier_lel_to_pt third_earlier_pt_to_uel third_earlier_employee_ni third_earlier_employer_ni',
    'since_ni_earnings since_at_lel since_lel_to_pt since_pt_to_uel since_employee_ni since_employer_ni',
    'currency_id agency_id created_at updated_at',
  ],
  payroll: ['employment_id began_employment ni_evidence provider_id created_by_name'],
})

export const payroll_takeover_access: Access<typeof payroll_takeover> = {
  ...of_employer,
  contractor: { rows: own.contractor, fields: fields('facts') },
}
