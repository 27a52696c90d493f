import { type TemplateColumn, template } from '#entity/template.ts'
import { type CompanyText, company, company_texts } from '../company.entity.ts'

function companyText(name: CompanyText): TemplateColumn {
  const { label, kind } = company.fields[name]
  return { header: label, field: `from_business.company.${name}`, kind }
}

/**
 * Clients with their address, invoicing and payment terms; agencies import their own by it. The file has no website: only
 * imports accept one (import-shape.rules).
 */
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
    ...company_texts.filter((name) => name !== 'website').map(companyText),
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
