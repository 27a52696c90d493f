import { payroll_data_roles } from '#entity/roles.ts'
import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/model/list.ts'
import { tabOf } from '../../shared/related-tabs.view.ts'
import { taxYearName } from '../../shared/tax-year-start.rules.ts'
import { rti_submission } from './rti-submission.entity.ts'

/** Returns to HMRC: Full Payment Submissions and Employer Payment Summaries. */
export const rti_submission_list = list({
  entity: rti_submission,
  title: 'Returns to HMRC',
  tabs: [
    { id: 'to_file', label: 'To file', where: { status: { _in: ['built', 'validated'] } } },
    { id: 'on_their_way', label: 'On their way', where: { status: { _in: ['sent', 'acknowledged'] } } },
    { id: 'rejected', label: 'Rejected', where: { status: { _in: ['rejected'] } } },
    { id: 'all', label: 'All', where: {} },
  ],
  columns: [
    { field: 'human_id', width: 120 },
    { field: 'kind', width: 220 },
    { field: 'status', width: 130 },
    { field: 'paye_scheme.employer_reference', label: 'PAYE Scheme', width: 140 },
    { field: 'pay_run.human_id', label: 'Pay Run', width: 120 },
    { field: 'pay_run.pay_day', label: 'Pay Day' },
    { field: 'tax_year', width: 100, cell: (row) => taxYearName(Number(row.tax_year)) },
    { field: 'tax_month', width: 110 },
    { field: 'employee_count', width: 100 },
    { field: 'fault_count', width: 120 },
    { field: 'error_count', width: 100 },
    { field: 'sent_at' },
    { field: 'poll_after' },
    { field: 'unknown_since' },
    { field: 'receipt', width: 180 },
    { field: 'filer', width: 150 },
    { field: 'filed_at' },
    { field: 'created_by_name', width: 150 },
    { field: 'updated_at' },
  ],
  filters: [
    { field: 'human_id' },
    { field: 'kind' },
    { field: 'status' },
    { field: 'paye_scheme.employer_reference', label: 'PAYE Scheme' },
    { field: 'pay_run.pay_day', label: 'Pay Day' },
  ],
  groups: [{ field: 'kind' }, { field: 'status' }],
  search: ['human_id', 'receipt'],
  sort: { id: 'updated_at', desc: true },
  link: (row, category) => pathOf({ category, path: 'paye/rti_submission', id: row.id }),
  card: {
    title: 'human_id',
    badge: 'status',
    party: 'paye_scheme.employer_reference',
    detail: 'kind',
    date: 'updated_at',
  },
  first_run: 'Returns to HMRC show here. Build one on the page of an approved pay run, or of a PAYE scheme.',
  begins_at: 'paye/pay_run',
})

export const returns_tab = tabOf({
  id: 'returns',
  label: 'Returns to HMRC',
  list: rti_submission_list,
  only: [...payroll_data_roles, 'provider'],
})
