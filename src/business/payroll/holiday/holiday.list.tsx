import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/model/list.ts'
import { by_contractor } from '../../shared/list-filters.view.ts'
import { holiday } from './holiday.entity.ts'

/** Holidays of workers on retained holiday pay. */
export const holiday_list = list({
  entity: holiday,
  title: 'Holidays',
  columns: [
    { field: 'contractor.name', label: 'Worker', width: 220 },
    { field: 'employment.payroll_id', label: 'Payroll Id', width: 130 },
    { field: 'status', width: 120 },
    { field: 'first_day' },
    { field: 'last_day' },
    { field: 'hours', width: 100 },
    { field: 'expected_pay', width: 150 },
    { field: 'expected_on' },
    { field: 'payslip.human_id', label: 'Payslip', width: 120 },
    { field: 'created_by_name', width: 160 },
    { field: 'decided_by_name', width: 160 },
    { field: 'decision_comment', width: 180 },
    { field: 'updated_at' },
  ],
  filters: [
    { ...by_contractor, label: 'Worker' },
    { field: 'status' },
    { field: 'first_day' },
    { field: 'last_day' },
  ],
  groups: [{ field: 'status' }],
  sort: { id: 'updated_at', desc: true },
  fields: [{ field: 'employment_id' }],
  link: (row, category) =>
    pathOf({ category, path: 'paye/employment', id: String(row.employment_id), tab: 'holiday' }),
  card: {
    title: 'contractor.name',
    badge: 'status',
    party: 'employment.payroll_id',
    date: 'first_day',
    detail: 'hours',
  },
  first_run: 'Days that workers ask for show here.',
  begins_at: 'paye/employment',
})
