/** Columns of files of facts of PAYE schemes. They are imported, and exported by no list. */
import { payroll_data_roles } from '#entity/roles.ts'
import { template } from '#entity/template.ts'

const shared = { list: 'paye/paye_scheme', only: [...payroll_data_roles, 'provider'] } as const

const of_scheme = {
  header: 'PAYE Scheme',
  field: 'paye_scheme.employer_reference',
  kind: 'code',
  required: true,
} as const

export const pension_scheme_columns = template({
  ...shared,
  name: 'pension_schemes',
  title: 'Pension schemes',
  entity: 'business.pension_scheme',
  columns: [
    of_scheme,
    { header: 'Name', field: 'name', kind: 'text', required: true },
    { header: 'Pension Provider', field: 'provider', kind: 'text', required: true },
    { header: 'Employer Reference', field: 'employer_reference', kind: 'code', required: true },
    { header: 'Tax Relief', field: 'terms.relief', kind: 'choice', required: true },
    { header: 'Pay That Counts', field: 'terms.basis', kind: 'choice', required: true },
    { header: 'Employee', field: 'terms.employee_percent', kind: 'percent', required: true },
    { header: 'Employer', field: 'terms.employer_percent', kind: 'percent', required: true },
    { header: 'Payment Day', field: 'payment_day', kind: 'integer' },
  ],
})

export const scheme_year_columns = template({
  ...shared,
  name: 'paye_scheme_years',
  title: 'Tax years of PAYE schemes',
  entity: 'business.paye_scheme_year',
  columns: [
    of_scheme,
    { header: 'Small Employer', field: 'is_small_employer', kind: 'boolean' },
    { header: 'Employment Allowance', field: 'claims_employment_allowance', kind: 'boolean' },
    { header: 'Declared By', field: 'allowance_declared_by', kind: 'text' },
    { header: 'Levy Allowance', field: 'levy_allowance', kind: 'money' },
  ],
})
