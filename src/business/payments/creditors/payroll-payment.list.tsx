import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/model/list.ts'
import { by_agency } from '../../shared/list-filters.view.ts'
import { payroll_payment } from './payroll-payment.entity.ts'

/** Debts of payroll to workers, HMRC, pensions and authorities. */
export const payroll_payment_list = list({
  entity: payroll_payment,
  title: 'Payroll Payments',
  tabs: [
    { id: 'due', label: 'Due', where: { status: { _eq: 'due' } } },
    { id: 'all', label: 'All', where: {} },
  ],
  columns: [
    { field: 'human_id', width: 180 },
    { field: 'kind', width: 160 },
    { field: 'status', width: 100 },
    { field: 'due_date', width: 120 },
    { field: 'payee.name', label: 'Payee', width: 220 },
    { field: 'amount' },
    { field: 'reference', width: 150 },
    { field: 'period_start' },
    { field: 'period_end' },
    { field: 'paye_scheme.employer_reference', label: 'PAYE Scheme', width: 140 },
    { field: 'agency.name', label: 'Agency', only: ['provider'] },
    { field: 'updated_at' },
  ],
  filters: [
    { field: 'human_id' },
    { field: 'kind' },
    { field: 'status' },
    { field: 'due_date' },
    { field: 'paye_scheme.employer_reference', label: 'PAYE Scheme' },
    { ...by_agency, only: ['provider'] },
  ],
  groups: [{ field: 'kind' }, { field: 'status' }],
  search: ['human_id', 'reference'],
  sort: { id: 'updated_at', desc: true },
  sum: 'amount',
  link: (row, category) => pathOf({ category, path: 'paye/payroll_payment', id: row.id }),
  card: {
    title: 'human_id',
    badge: 'kind',
    party: 'payee.name',
    detail: 'reference',
    amount: 'amount',
    date: 'due_date',
  },
  first_run: 'What pay runs owe to workers, HMRC, pensions and authorities shows here.',
  begins_at: 'paye/pay_run',
})
