import { payroll_data_roles } from '#entity/roles.ts'
import { template } from '#entity/template.ts'

/** Contractors with their person and payee; an agency imports its own with it. */
export const contractor_template = template({
  name: 'contractors',
  title: 'Contractors',
  list: 'business/contractor',
  entity: 'business.contractor',
  // It names National Insurance numbers and birth dates.
  only: [...payroll_data_roles, 'provider'],
  columns: [
    { header: 'Contractor Id', field: 'human_id', kind: 'human_id' },
    { header: 'First Name', field: 'individual.first_name', kind: 'text', required: true },
    { header: 'Last Name', field: 'individual.last_name', kind: 'text', required: true },
    { header: 'Date of Birth', field: 'individual.date_of_birth', kind: 'day' },
    { header: 'National Insurance Number', field: 'individual.ni_number', kind: 'code' },
    { header: 'Unique Tax Reference', field: 'individual.utr', kind: 'code' },
    { header: 'Payment Type', field: 'payment_type', kind: 'choice', required: true },
    { header: 'Payment Company Id', field: 'payment_company.human_id', kind: 'human_id' },
    { header: 'Payment Company', field: 'payment_company.name', kind: 'text' },
    { header: 'Address Line 1', field: 'individual.address.line_1', kind: 'text' },
    { header: 'Address Line 2', field: 'individual.address.line_2', kind: 'text' },
    { header: 'Address Line 3', field: 'individual.address.line_3', kind: 'text' },
    { header: 'Address Line 4', field: 'individual.address.line_4', kind: 'text' },
    { header: 'City', field: 'individual.address.city', kind: 'text' },
    { header: 'State', field: 'individual.address.state', kind: 'text' },
    { header: 'Zipcode', field: 'individual.address.zipcode', kind: 'code' },
    { header: 'Country', field: 'individual.address.country', kind: 'text' },
    { header: 'Currency', field: 'base_currency.alpha_code', kind: 'code' },
  ],
})
