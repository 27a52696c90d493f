import { payroll_data_roles } from '#entity/roles.ts'
import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/model/list.ts'
import { by_contractor } from '../../shared/list-filters.view.ts'
import { tabOf } from '../../shared/related-tabs.view.ts'
import { payroll_keepers } from '../schemes/paye-scheme.rules.ts'
import { employment } from './employment.entity.ts'

/** Workers under PAYE schemes, with facts for their pay. */
export const employment_list = list({
  entity: employment,
  title: 'Employments',
  columns: [
    { field: 'contractor.name', label: 'Worker', width: 220 },
    { field: 'payroll_id', width: 130 },
    { field: 'paye_scheme.employer_reference', label: 'PAYE Scheme', width: 140 },
    { field: 'paye_scheme.business.name', label: 'Employer', width: 220, only: ['provider'] },
    { field: 'start_date' },
    { field: 'leave_date' },
    { field: 'pay_frequency', width: 140 },
    { field: 'is_irregular_hours', width: 130 },
    { field: 'updated_at' },
  ],
  filters: [
    { ...by_contractor, label: 'Worker' },
    { field: 'payroll_id' },
    { field: 'paye_scheme.employer_reference', label: 'PAYE Scheme' },
    { field: 'paye_scheme.business.name', label: 'Employer', only: ['provider'] },
    { field: 'start_date' },
    { field: 'leave_date' },
    { field: 'pay_frequency' },
  ],
  groups: [{ field: 'pay_frequency' }],
  search: ['contractor.name', 'payroll_id'],
  sort: { id: 'updated_at', desc: true },
  link: (row, category) => pathOf({ category, path: 'paye/employment', id: row.id }),
  create: {
    label: 'New employment',
    to: (category) => pathOf({ category, path: 'paye/new_employment' }),
    only: [...payroll_keepers.agency, ...payroll_keepers.provider],
  },
  imports: {
    only: [...payroll_keepers.agency, ...payroll_keepers.provider],
    to: (category) => pathOf({ category, path: 'platform/new_import', tab: 'employments' }),
  },
  card: {
    title: 'contractor.name',
    badge: 'pay_frequency',
    party: 'payroll_id',
    detail: 'paye_scheme.employer_reference',
    date: 'start_date',
  },
  first_run: 'Employments show here. Enter a PAYE scheme first, then its workers.',
})

export const employments_tab = tabOf({
  id: 'employments',
  label: 'Employments',
  list: employment_list,
  only: [...payroll_data_roles, 'provider'],
})
