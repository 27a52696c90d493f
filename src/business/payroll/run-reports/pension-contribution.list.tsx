import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/model/list.ts'
import { by_contractor } from '../../shared/list-filters.view.ts'
import { pay_run_payslip } from '../runs/pay-run.entity.ts'

/** The pension file: contributions of issued payslips, refunds after an opt-out included. */
export const pension_contribution_list = list({
  entity: pay_run_payslip,
  title: 'Pension Contributions',
  where: {
    payslip_id: { _is_null: false },
    _or: [{ employee_pension: { _neq: 0 } }, { employer_pension: { _neq: 0 } }],
  },
  columns: [
    { field: 'employment.worker.individual.ni_number', label: 'NI Number', width: 120 },
    { field: 'contractor.name', label: 'Worker', width: 200 },
    { field: 'employment.worker.individual.date_of_birth', label: 'Date of Birth', width: 120 },
    { field: 'pension_name', width: 160 },
    { field: 'pay_run.pay_day', label: 'Pay Day' },
    { field: 'pensionable_pay', width: 150 },
    { field: 'employee_pension' },
    { field: 'employer_pension' },
    { field: 'pay_run.frequency', label: 'Period', width: 130 },
    { field: 'pension_state', width: 130 },
    { field: 'employment.payroll_id', label: 'Payroll Id', width: 120 },
    { field: 'updated_at' },
  ],
  filters: [
    { ...by_contractor, label: 'Worker' },
    { field: 'pay_run.pay_day', label: 'Pay Day' },
    { field: 'pay_run.human_id', label: 'Pay Run' },
    { field: 'employment.paye_scheme.employer_reference', label: 'PAYE Scheme' },
  ],
  groups: [],
  search: ['contractor.name'],
  sort: { id: 'updated_at', desc: true },
  sum: 'employer_pension',
  link: (row, category) => pathOf({ category, path: 'paye/pay_run_payslip', id: row.id }),
  card: {
    title: 'contractor.name',
    badge: 'pension_state',
    party: 'pension_name',
    detail: 'pensionable_pay',
    amount: 'employee_pension',
    date: 'pay_run.pay_day',
  },
  first_run: 'Pension contributions of issued payslips show here.',
  begins_at: 'paye/pay_run',
})
