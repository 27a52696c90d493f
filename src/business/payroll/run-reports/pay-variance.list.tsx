import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/model/list.ts'
import { by_contractor } from '../../shared/list-filters.view.ts'
import { pay_run_payslip } from '../runs/pay-run.entity.ts'

/** Payslips of runs beside the last ones of their workers, without workers paid for the first time. */
export const pay_variance_list = list({
  entity: pay_run_payslip,
  title: 'Pay Variance',
  where: { last_net_pay: { _is_null: false }, net_change: { _neq: 0 }, withdrawn_as: { _is_null: true } },
  columns: [
    { field: 'contractor.name', label: 'Worker', width: 220 },
    { field: 'pay_run.human_id', label: 'Pay Run', width: 120 },
    { field: 'pay_run.pay_day', label: 'Pay Day' },
    { field: 'net_change', label: 'Difference' },
    { field: 'net_pay' },
    { field: 'last_net_pay' },
    { field: 'hours', width: 100 },
    { field: 'gross_pay' },
    { field: 'income_tax' },
    { field: 'employee_ni' },
    { field: 'employee_pension' },
    { field: 'student_loan' },
    { field: 'other_deductions', width: 150 },
    { field: 'updated_at' },
  ],
  filters: [
    { ...by_contractor, label: 'Worker' },
    { field: 'pay_run.human_id', label: 'Pay Run' },
    { field: 'pay_run.pay_day', label: 'Pay Day' },
    { field: 'net_change', label: 'Difference' },
  ],
  groups: [],
  search: ['contractor.name'],
  sort: { id: 'updated_at', desc: true },
  sum: 'net_change',
  link: (row, category) => pathOf({ category, path: 'paye/pay_run_payslip', id: row.id }),
  card: {
    title: 'contractor.name',
    badge: 'pay_run.human_id',
    detail: 'last_net_pay',
    amount: 'net_change',
    date: 'pay_run.pay_day',
  },
  first_run: 'Payslips that differ from the last one of their worker show here.',
  begins_at: 'paye/pay_run',
})
