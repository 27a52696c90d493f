import { Banknote } from 'lucide-react'
import { valueAt } from '#entity/path.ts'
import { payroll_data_roles } from '#entity/roles.ts'
import { pathOf } from '#web/core/place.ts'
import type { ListRow } from '#web/list/model/list.ts'
import { list } from '#web/list/model/list.ts'
import { payroll_figure } from './payroll-figure.entity.ts'
import { payroll_figure_template } from './payroll-figure.template.ts'
import { explained_pay, grossPayWhy, netPayWhy } from './payroll-why.view.ts'
import { mayIssue, type PayslipWork } from './payslip.rules.ts'

const workOf = (row: ListRow): PayslipWork => {
  const payslip = valueAt(row, 'payslip.human_id')
  return {
    timesheet: String(valueAt(row, 'timesheet.human_id')),
    payslip: typeof payslip === 'string' ? payslip : null,
    is_invoiced:
      valueAt(row, 'timesheet.status') === 'approved' ||
      Number(valueAt(row, 'timesheet.version')) > Number(row.version),
  }
}

/** Payroll's figures of PAYE timesheets, for the provider and the agency. */
export const payroll_figure_list = list({
  entity: payroll_figure,
  title: 'Payroll Figures',
  columns: [
    { field: 'timesheet.human_id', label: 'Timesheet', width: 112 },
    { field: 'contractor.name', label: 'Contractor' },
    { field: 'agency.name', label: 'Agency', only: ['provider'] },
    { field: 'pay_day' },
    { field: 'period_number', label: 'Period' },
    { field: 'gross_pay', why: grossPayWhy },
    { field: 'net_pay', why: netPayWhy },
    { field: 'employer_ni' },
    { field: 'employer_pension' },
    { field: 'apprenticeship_levy', width: 152 },
    { field: 'holiday_pay_retained', width: 156 },
    { field: 'tax_code', hidden: true, only: ['provider', ...payroll_data_roles] },
    { field: 'ni_letter', hidden: true, only: ['provider', ...payroll_data_roles] },
    { field: 'refinement.human_id', label: 'Refinement', width: 116 },
    { field: 'gross_change' },
    { field: 'net_change' },
    { field: 'cost_change' },
    { field: 'payslip.human_id', label: 'Payslip', width: 112 },
    { field: 'source', width: 110 },
    { field: 'updated_at' },
  ],
  filters: [
    { field: 'timesheet.human_id', label: 'Timesheet' },
    { field: 'contractor.name', label: 'Contractor' },
    { field: 'agency.name', label: 'Agency', only: ['provider'] },
    { field: 'pay_day' },
    { field: 'refinement.human_id', label: 'Refinement' },
    { field: 'payslip.human_id', label: 'Payslip' },
    { field: 'source' },
  ],
  groups: [{ field: 'source' }],
  search: ['timesheet.human_id', 'contractor.name'],
  sort: { id: 'updated_at', desc: true },
  sum: 'gross_pay',
  link: (row, category) => {
    const id = row.timesheet_id
    return typeof id === 'string' ? pathOf({ category, path: 'transaction/timesheet', id }) : null
  },
  fields: [
    ...explained_pay,
    'other_deductions',
    'timesheet_id',
    'version',
    'payslip.human_id',
    'timesheet.status',
    'timesheet.version',
  ],
  bulk: [
    {
      label: 'Issue payslips',
      icon: Banknote,
      action_id: 'transaction.payslip.issue',
      allowed: (row) => mayIssue(workOf(row)),
      confirm: 'ask',
      only: ['provider_admin', 'provider_operations'],
    },
  ],
  create: {
    label: 'Enter figures',
    to: (category) => pathOf({ category, path: 'paye/new_payroll_figure' }),
    only: ['provider_admin', 'provider_operations'],
  },
  card: {
    title: 'timesheet.human_id',
    badge: 'source',
    party: 'contractor.name',
    detail: 'agency.name',
    amount: 'gross_pay',
    date: 'pay_day',
  },
  templates: [payroll_figure_template],
  imports: {
    only: ['provider_admin', 'provider_operations'],
    to: (category) => pathOf({ category, path: 'platform/new_import', tab: 'payroll_figures' }),
  },
  first_run: 'Payroll figures show here. PAYE timesheets stay in suspense without them.',
})
