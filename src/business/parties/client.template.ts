import { template } from '#entity/template.ts'

/** Clients with what they are addressed, invoiced and paid by; an agency brings its own along in it. */
export const client_template = template({
  name: 'clients',
  title: 'Clients',
  list: 'business/client',
  entity: 'business.service',
  only: ['agency', 'provider'],
  columns: [
    { header: 'Client Id', field: 'from_party.human_id', kind: 'human_id' },
    { header: 'Name', field: 'from_party.name', kind: 'text', required: true },
    { header: 'Registration Number', field: 'from_business.company.brn', kind: 'code' },
    { header: 'VAT Registration Number', field: 'from_business.company.vat_registration_no', kind: 'code' },
    { header: 'Email', field: 'from_business.company.email', kind: 'email' },
    { header: 'Phone', field: 'from_business.company.phone', kind: 'phone' },
    { header: 'Address Line 1', field: 'from_business.company.address.line_1', kind: 'text', required: true },
    { header: 'Address Line 2', field: 'from_business.company.address.line_2', kind: 'text' },
    { header: 'Address Line 3', field: 'from_business.company.address.line_3', kind: 'text' },
    { header: 'Address Line 4', field: 'from_business.company.address.line_4', kind: 'text' },
    { header: 'City', field: 'from_business.company.address.city', kind: 'text' },
    { header: 'State', field: 'from_business.company.address.state', kind: 'text' },
    { header: 'Zipcode', field: 'from_business.company.address.zipcode', kind: 'code' },
    { header: 'Country', field: 'from_business.company.address.country', kind: 'text' },
    { header: 'Currency', field: 'currency.alpha_code', kind: 'code' },
    { header: 'Temp Payment Terms', field: 'temp_payment_terms', kind: 'integer', required: true },
    { header: 'Perm Payment Terms', field: 'perm_payment_terms', kind: 'integer' },
    { header: 'Reference', field: 'reference', kind: 'text' },
  ],
})
