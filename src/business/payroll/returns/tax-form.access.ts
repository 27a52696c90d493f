/** P45s and P60s: for the provider, for payroll roles of the employing agency, and for the worker. */
import { type Access, field_groups } from '#entity/access.ts'
import { of_employer, own } from '../../shared/own-rows.access.ts'
import { tax_form } from './tax-form.entity.ts'

const fields = field_groups(tax_form, {
  facts: [
    'id contractor_id kind tax_year is_copy issued_on tax_code pay_to_date tax_to_date currency_id agency_id',
    'created_at updated_at',
  ],
  payroll: ['employment_id year_correction_id provider_id created_by_name'],
})

export const tax_form_access: Access<typeof tax_form> = {
  ...of_employer,
  contractor: { rows: own.contractor, fields: fields('facts') },
}
