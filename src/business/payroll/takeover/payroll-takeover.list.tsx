import { payroll_data_roles } from '#entity/roles.ts'
import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/model/list.ts'
import { by_contractor } from '../../shared/list-filters.view.ts'
import { payroll_keepers } from '../schemes/paye-scheme.rules.ts'
import { payroll_takeover } from './payroll-takeover.entity.ts'
import { payroll_takeover_template } from './payroll-takeover.template.ts'

const employers = [...payroll_data_roles, 'provider'] as const

/** Figures to date that other payrolls handed over. */
export const payroll_takeover_list = list({
  entity: payroll_takeover,
  title: 'Payroll Takeovers',
  columns: [
    { field: 'contractor.name', label: 'Worker', width: 220, only: employers },
    { field: 'employment.payroll_id', label: 'Payroll Id', width: 130, only: employers },
    { field: 'employment.paye_scheme.employer_reference', label: 'PAYE Scheme', width: 140, only: employers },
    { field: 'last_pay_day' },
    { field: 'source', width: 180 },
    { field: 'tax_code', width: 110 },
    { field: 'ni_letter', width: 100 },
    { field: 'taxable_pay' },
    { field: 'income_tax' },
    { field: 'employee_ni' },
    { field: 'employer_ni' },
    { field: 'created_by_name', width: 150, only: employers },
    { field: 'updated_at' },
  ],
  filters: [
    { ...by_contractor, label: 'Worker', only: employers },
    { field: 'last_pay_day' },
    { field: 'source' },
  ],
  search: ['contractor.name', 'source'],
  sort: { id: 'updated_at', desc: true },
  link: (row, category) => pathOf({ category, path: 'paye/payroll_takeover', id: row.id }),
  templates: [payroll_takeover_template],
  imports: {
    only: [...payroll_keepers.agency, ...payroll_keepers.provider],
    to: (category) => pathOf({ category, path: 'platform/new_import', tab: 'payroll_takeovers' }),
  },
  card: { title: 'source', party: 'contractor.name', date: 'last_pay_day', amount: 'taxable_pay' },
  first_run: 'Employments that come from another payroll within a tax year show here.',
  begins_at: 'paye/employment',
})
