import { template } from '#entity/template.ts'

/** Contractors with the person behind each and the company that is paid for his work. */
export const contractor_template = template({
  name: 'contractors',
  title: 'Contractors',
  list: 'business/contractor',
  entity: 'business.contractor',
  only: ['agency', 'provider'],
  columns: [
    { header: 'Contractor Id', field: 'human_id', kind: 'human_id' },
    { header: 'First Name', field: 'individual.first_name', kind: 'text', required: true },
    { header: 'Last Name', field: 'individual.last_name', kind: 'text', required: true },
    { header: 'Date of Birth', field: 'individual.date_of_birth', kind: 'day' },
    { header: 'Payment Type', field: 'payment_type', kind: 'choice', required: true },
    { header: 'Payment Company Id', field: 'payment_company.human_id', kind: 'human_id' },
    { header: 'Payment Company', field: 'payment_company.name', kind: 'text' },
    { header: 'Currency', field: 'base_currency.alpha_code', kind: 'code' },
  ],
})
