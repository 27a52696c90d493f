import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/model/list.ts'
import { by_agency } from '../../shared/list-filters.view.ts'
import { payroll_payment } from './payroll-payment.entity.ts'

const not_withdrawn = payroll_payment.fields.status.choices.filter(({ value }) => value !== 'withdrawn')

/** The deductions of each tax month by attachment order: the schedule that goes with the payment to the authority. */
export const attachment_schedule_list = list({
  entity: payroll_payment,
  title: 'Attachment Schedule',
  where: { attachment_order_id: { _is_null: false }, status: { _neq: 'withdrawn' } },
  columns: [
    { field: 'payee.name', label: 'Authority', width: 220 },
    { field: 'reference', width: 150 },
    { field: 'attachment_order.employment.contractor.name', label: 'Worker', width: 200 },
    { field: 'attachment_order.kind', label: 'Order', width: 220 },
    { field: 'period_start' },
    { field: 'period_end' },
    { field: 'amount' },
    { field: 'due_date', width: 120 },
    { field: 'status', width: 100 },
    { field: 'human_id', width: 180 },
    { field: 'paye_scheme.employer_reference', label: 'PAYE Scheme', width: 140 },
    { field: 'agency.name', label: 'Agency', only: ['provider'] },
  ],
  filters: [
    { field: 'due_date' },
    { field: 'status', options: not_withdrawn },
    { field: 'paye_scheme.employer_reference', label: 'PAYE Scheme' },
    { ...by_agency, only: ['provider'] },
  ],
  groups: [{ field: 'status', options: not_withdrawn }],
  search: ['reference', 'human_id'],
  sort: { id: 'due_date', desc: true },
  sum: 'amount',
  link: (row, category) => pathOf({ category, path: 'paye/payroll_payment', id: row.id }),
  card: {
    title: 'payee.name',
    badge: 'status',
    party: 'attachment_order.employment.contractor.name',
    detail: 'reference',
    amount: 'amount',
    date: 'due_date',
  },
  first_run: 'Deductions of attachment orders show here by tax month.',
  begins_at: 'paye/pay_run',
})
