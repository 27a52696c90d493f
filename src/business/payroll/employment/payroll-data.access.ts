/** Payroll data of employers and workers: for the provider, and for payroll roles of the employing agency. */
import { type Access, field_groups } from '#entity/access.ts'
import { of_employer } from '../../shared/own-rows.access.ts'
import type { paye_scheme, paye_scheme_year } from '../schemes/paye-scheme.entity.ts'
import { type agreed_deduction, attachment_order, type student_loan } from './deduction.entity.ts'
import type { employment, ni_category, tax_code } from './employment.entity.ts'

export const paye_scheme_access: Access<typeof paye_scheme> = of_employer
export const paye_scheme_year_access: Access<typeof paye_scheme_year> = of_employer
export const employment_access: Access<typeof employment> = of_employer
export const tax_code_access: Access<typeof tax_code> = of_employer
export const ni_category_access: Access<typeof ni_category> = of_employer
export const student_loan_access: Access<typeof student_loan> = of_employer
export const agreed_deduction_access: Access<typeof agreed_deduction> = of_employer

const order_fields = field_groups(attachment_order, {
  facts: [
    'id employment_id kind authority reference order_date received_on rate amount protected_earnings',
    'charges_admin_fee ended_on end_reason currency_id provider_id agency_id created_by_name created_at updated_at',
  ],
  debt: ['debt'],
})

/** The agency does not see the debts of a worker. */
export const attachment_order_access: Access<typeof attachment_order> = {
  ...of_employer,
  agency: { ...of_employer.agency, fields: order_fields('facts') },
}
