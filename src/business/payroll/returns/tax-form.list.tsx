import { payroll_data_roles } from '#entity/roles.ts'
import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/model/list.ts'
import { by_contractor } from '../../shared/list-filters.view.ts'
import { taxYearName } from '../../shared/tax-year-start.rules.ts'
import { tax_form } from './tax-form.entity.ts'

const employers = [...payroll_data_roles, 'provider'] as const

/** P45s and P60s; workers see their own. */
export const tax_form_list = list({
  entity: tax_form,
  title: 'P45s and P60s',
  columns: [
    { field: 'kind', width: 100 },
    { field: 'contractor.name', label: 'Worker', width: 220, only: employers },
    { field: 'employment.payroll_id', label: 'Payroll Id', width: 130, only: employers },
    { field: 'tax_year', width: 110, cell: (row) => taxYearName(Number(row.tax_year)) },
    { field: 'issued_on' },
    { field: 'is_copy', width: 100 },
    { field: 'tax_code', width: 120 },
    { field: 'pay_to_date' },
    { field: 'tax_to_date' },
    { field: 'created_by_name', width: 150, only: employers },
    { field: 'updated_at' },
  ],
  filters: [
    { field: 'kind' },
    { ...by_contractor, label: 'Worker', only: employers },
    { field: 'issued_on' },
    { field: 'is_copy' },
  ],
  groups: [{ field: 'kind' }],
  sort: { id: 'updated_at', desc: true },
  link: (row, category) => pathOf({ category, path: 'paye/tax_form', id: row.id }),
  card: { title: 'kind', party: 'contractor.name', date: 'issued_on', amount: 'pay_to_date' },
  first_run:
    'A P45 is issued once an employment has ended, a P60 after the tax year: on the page of the employment.',
  begins_at: 'paye/employment',
})
