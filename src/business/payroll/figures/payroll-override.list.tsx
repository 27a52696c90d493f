import { pathOf } from '#web/core/place.ts'
import type { Session } from '#web/core/session.ts'
import { type ListRow, list } from '#web/list/model/list.ts'
import { by_agency } from '../../shared/list-filters.view.ts'
import { payroll_override } from './payroll-override.entity.ts'
import { can, override_deciders } from './payroll-override.rules.ts'

const ask =
  (answer: 'confirm' | 'reject') =>
  ({ status, requested_by }: ListRow, session: Session) =>
    can[answer](
      { status: String(status), requested_by: String(requested_by) },
      { ...session, user_id: session.user.id },
    )

/** Payroll's figures out of bounds, for a second person to confirm or reject (payroll.md §2.11). */
export const payroll_override_list = list({
  entity: payroll_override,
  title: 'Payroll Confirmations',
  tabs: [
    { id: 'requested', label: 'Waiting', where: { status: { _eq: 'requested' } } },
    { id: 'all', label: 'All', where: {} },
  ],
  columns: [
    { field: 'timesheet.human_id', label: 'Timesheet', width: 112 },
    { field: 'status', width: 116 },
    { field: 'faults', width: 360 },
    { field: 'reason', width: 260 },
    { field: 'requester', width: 150 },
    { field: 'contractor.name', label: 'Contractor' },
    { field: 'agency.name', label: 'Agency' },
    { field: 'pay_day' },
    { field: 'gross_pay' },
    { field: 'income_tax' },
    { field: 'employee_ni' },
    { field: 'net_pay' },
    { field: 'employer_ni' },
    { field: 'employer_pension' },
    { field: 'apprenticeship_levy', width: 152 },
    { field: 'holiday_pay_retained', width: 156 },
    { field: 'decider', width: 150 },
    { field: 'decided_at' },
    { field: 'decision_comment', width: 220 },
    { field: 'updated_at' },
  ],
  filters: [
    { field: 'timesheet.human_id', label: 'Timesheet' },
    { field: 'contractor.name', label: 'Contractor' },
    by_agency,
    { field: 'status' },
    { field: 'pay_day' },
  ],
  groups: [{ field: 'status' }],
  search: ['timesheet.human_id', 'contractor.name'],
  sort: { id: 'updated_at', desc: true },
  fields: ['timesheet_id', 'requested_by'],
  link: (row, category) => pathOf({ category, path: 'transaction/timesheet', id: String(row.timesheet_id) }),
  row_actions: [
    {
      label: 'Confirm figures',
      action_id: 'transaction.payroll_override.confirm',
      allowed: ask('confirm'),
      input: ({ id }) => ({ id }),
      confirm: 'ask',
      only: override_deciders,
    },
    {
      label: 'Reject',
      action_id: 'transaction.payroll_override.reject',
      allowed: ask('reject'),
      input: ({ id }, comment) => ({ id, comment }),
      only: override_deciders,
    },
  ],
  card: {
    title: 'timesheet.human_id',
    badge: 'status',
    party: 'contractor.name',
    detail: 'faults',
    amount: 'gross_pay',
    date: 'pay_day',
  },
  first_run: 'Payroll figures that need a colleague’s confirmation show here.',
  begins_at: 'paye/payroll_figure',
})
