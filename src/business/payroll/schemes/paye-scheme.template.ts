import { payroll_data_roles } from '#entity/roles.ts'
import { template } from '#entity/template.ts'

/** Employers' registrations with HMRC, a line a scheme. */
export const paye_scheme_template = template({
  name: 'paye_schemes',
  title: 'PAYE schemes',
  list: 'paye/paye_scheme',
  entity: 'business.paye_scheme',
  only: [...payroll_data_roles, 'provider'],
  columns: [
    { header: 'Employer Id', field: 'business.human_id', kind: 'human_id' },
    { header: 'Employer', field: 'business.name', kind: 'text' },
    { header: 'PAYE Reference', field: 'employer_reference', kind: 'code', required: true },
    {
      header: 'Accounts Office Reference',
      field: 'accounts_office_reference',
      kind: 'code',
      required: true,
    },
    { header: 'Corporation Tax Reference', field: 'corporation_tax_reference', kind: 'code' },
    { header: 'Pays HMRC', field: 'payment_frequency', kind: 'choice', required: true },
    { header: 'Apprenticeship Levy', field: 'levy_charge', kind: 'choice', required: true },
    { header: 'Associated Group', field: 'associated_group', kind: 'text' },
  ],
})
