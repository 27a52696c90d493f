import { payroll_data_roles } from '#entity/roles.ts'
import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/model/list.ts'
import { by_contractor } from '../../shared/list-filters.view.ts'
import { statutory_absence } from './statutory-absence.entity.ts'

const employers = [...payroll_data_roles, 'provider'] as const

/** Days of sickness and of parents with statutory pay, and unpaid days; workers see their own. */
export const statutory_absence_list = list({
  entity: statutory_absence,
  title: 'Absences',
  tabs: [
    { id: 'recorded', label: 'Recorded', where: { withdrawn_at: { _is_null: true } } },
    { id: 'all', label: 'All', where: {} },
  ],
  columns: [
    { field: 'contractor.name', label: 'Worker', width: 220, only: employers },
    { field: 'employment.payroll_id', label: 'Payroll Id', width: 130, only: employers },
    { field: 'kind', width: 170 },
    { field: 'first_day' },
    { field: 'last_day' },
    { field: 'qualifying_days', width: 170 },
    { field: 'average_weekly_earnings', width: 200 },
    { field: 'evidence', width: 180 },
    { field: 'withdrawn_at' },
    { field: 'withdraw_reason', width: 180 },
    { field: 'created_by_name', width: 150, only: employers },
    { field: 'updated_at' },
  ],
  filters: [
    { ...by_contractor, label: 'Worker', only: employers },
    { field: 'kind' },
    { field: 'first_day' },
    { field: 'last_day' },
  ],
  groups: [{ field: 'kind' }],
  sort: { id: 'updated_at', desc: true },
  fields: [{ field: 'employment_id', only: employers }],
  link: (row, category) =>
    category === 'contractor'
      ? null
      : pathOf({ category, path: 'paye/employment', id: String(row.employment_id), tab: 'absences' }),
  card: { title: 'kind', party: 'contractor.name', date: 'first_day', detail: 'last_day' },
  first_run: 'Sickness, parents’ leave and unpaid days show here once payroll has entered them.',
  begins_at: 'paye/employment',
})
