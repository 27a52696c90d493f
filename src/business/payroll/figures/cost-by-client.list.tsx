import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/model/list.ts'
import { by_agency, by_client, by_contractor } from '../../shared/list-filters.view.ts'
import { payroll_figure } from './payroll-figure.entity.ts'

/** The employer's costs besides pay for each client's work: the costs that it added, and its share by gross pay. */
export const cost_by_client_list = list({
  entity: payroll_figure,
  title: 'Payroll Cost by Client',
  where: { payslip_id: { _is_null: false } },
  columns: [
    { field: 'client.name', label: 'Client', width: 200 },
    { field: 'contractor.name', label: 'Worker', width: 180 },
    { field: 'timesheet.human_id', label: 'Timesheet', width: 112 },
    { field: 'payslip.human_id', label: 'Payslip', width: 112 },
    { field: 'pay_day' },
    { field: 'pay_added', label: 'Gross Pay' },
    { field: 'cost_added', label: 'Cost Added' },
    { field: 'cost_by_gross', width: 150 },
    { field: 'agency.name', label: 'Agency', only: ['provider'] },
    { field: 'updated_at' },
  ],
  filters: [
    by_client,
    { ...by_contractor, label: 'Worker' },
    { ...by_agency, only: ['provider'] },
    { field: 'pay_day' },
    { field: 'payslip.human_id', label: 'Payslip' },
  ],
  groups: [],
  search: ['client.name', 'contractor.name', 'timesheet.human_id'],
  sort: { id: 'updated_at', desc: true },
  sum: 'cost_added',
  fields: ['payslip_id'],
  link: (row, category) => pathOf({ category, path: 'paye/payslip', id: String(row.payslip_id) }),
  card: {
    title: 'client.name',
    badge: 'payslip.human_id',
    party: 'contractor.name',
    detail: 'timesheet.human_id',
    amount: 'cost_added',
    date: 'pay_day',
  },
  first_run: 'Costs of paid work show here by client once payslips are issued.',
  begins_at: 'paye/pay_run',
})
