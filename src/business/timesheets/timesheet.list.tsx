import { Ban, Check, CircleX, Eye, Pause, Play, X } from 'lucide-react'
import type { Category } from '#entity/access.ts'
import type { Choice } from '#entity/entity.ts'
import { valueAt } from '#entity/path.ts'
import { pathOf } from '#web/core/place.ts'
import type { Session } from '#web/core/session.ts'
import type { ListRow } from '#web/list/model/list.ts'
import { list } from '#web/list/model/list.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import {
  acceptEvidence,
  first_columns,
  listedEvidence,
  listedWork,
} from '../approvable-work/work-list.view.ts'
import { decision_tags } from '../approvable-work/work-tags.view.ts'
import { unlisted_invoice_types } from '../shared/invoice-types.rules.ts'
import {
  by_agency,
  by_client,
  by_contractor,
  by_currency,
  financing,
  not_agency,
} from '../shared/list-filters.view.ts'
import { tabOf } from '../shared/related-tabs.view.ts'
import { agency_writers, provider_staff } from '../shared/who-may.rules.ts'
import { timesheet } from './timesheet.entity.ts'
import type { TimesheetFacts } from './timesheet.rules.ts'
import { can, mayForesee } from './timesheet.rules.ts'
import { timesheet_units_template } from './timesheet.template.ts'

function facts(row: ListRow): TimesheetFacts {
  return {
    ...listedWork(row),
    timesheet_submit: valueAt(row, 'contract.timesheet_submit') === 'agency' ? 'agency' : 'contractor',
    type: row.type as TimesheetFacts['type'], // The entity's choices are the rule's.
    is_difference: (row.refines_id ?? null) !== null,
    held_by: null,
  }
}
const ask =
  (action: 'approve' | 'reject' | 'reject_finally' | 'cancel') => (row: ListRow, session: Session) =>
    can[action](facts(row), session)
/** Read by agency and provider alone. */
const askHeld = (action: 'suspend' | 'release') => (row: ListRow, session: Session) =>
  // The entity's choices are the rule's.
  can[action]({ ...facts(row), held_by: (row.held_by ?? null) as TimesheetFacts['held_by'] }, session)
const askToAccept = (row: ListRow, session: Session) =>
  can.accept_evidence({ ...facts(row), ...listedEvidence(row) }, session)

const PreviewSelected = lazyPart(
  async () => (await import('../raising/preview-sets.card.tsx')).PreviewSelected,
)

/** Statuses for a client: pending and decided. */
const decided: readonly string[] = ['submitted', 'rejected', 'approved']
const shown_to_client: readonly string[] = [...decided, 'suspense', 'cancelled']
const choicesOf = (field: 'status' | 'type', values: readonly string[]): readonly Choice[] =>
  timesheet.fields[field].choices.filter(({ value }) => values.includes(value))
const seen_by_client = choicesOf('status', shown_to_client)
const job_over = 100
const deciders = [
  'timesheet_approver',
  'agency_admin',
  'primary_staff_user',
  'agency_relationship_manager',
  'agency_user',
  'agency_consultant',
] as const

const base = {
  entity: timesheet,
  columns: [
    ...first_columns,
    { field: 'start_date' },
    { field: 'end_date' },
    { field: 'total_units' },
    {
      field: 'client_amount',
      label: 'Client Net',
      only: ['agency', 'funder', 'provider', 'invoice_contact'],
    },
    { field: 'contractor_amount', label: 'Contractor Net', only: ['agency', 'contractor', 'provider'] },
    // Workers look for days and money first, and a tablet has no room for all columns.
    { field: 'contract.title', label: 'Placement', only: ['client', 'contractor'] },
    { field: 'agency.name', label: 'Agency', only: ['client', 'contractor'] },
    { field: 'submitted_date' },
    { field: 'approved_at' },
    { field: 'type', width: 130 },
    {
      field: 'invoices',
      label: 'Invoices',
      width: 100,
      related: { tab: 'invoices', where: { type: { _nin: unlisted_invoice_types } } },
      only: ['agency', 'contractor', 'funder', 'provider', 'invoice_contact'],
    },
    { field: 'suspense_reason', only: ['agency', 'provider'] },
    { field: 'held_by', width: 140, only: ['agency', 'provider'] },
    { field: 'evidence_status', width: 190, only: ['agency', 'provider'] },
    { field: 'updated_at' },
  ],
  filters: [
    { field: 'human_id' },
    { field: 'status', only: ['agency', 'contractor', 'provider'] },
    { field: 'evidence_status', only: ['agency', 'provider'] },
    { field: 'held_by', only: ['agency', 'provider'] },
    { field: 'status', options: seen_by_client, only: ['client'] },
    { ...by_agency, only: not_agency },
    { ...by_contractor, only: financing },
    { field: 'contractor.name', label: 'Contractor', only: ['client'] },
    { ...by_client, only: financing },
    { field: 'client.name', label: 'Client', only: ['contractor'] },
    { field: 'contract.title', label: 'Placement' },
    { field: 'timesheet_frequency' },
    { field: 'type' },
    { ...by_currency, only: financing },
    {
      field: 'unit_type',
      options: [
        { value: 'hourly', label: 'Hourly' },
        { value: 'daily', label: 'Daily' },
      ],
    },
    { field: 'start_date' },
    { field: 'end_date' },
    { field: 'submitted_date', max: 'today' },
    // Spec §2: the day on which its invoice set was made.
    { field: 'invoice_sets.created_at', label: 'Approved On', max: 'today' },
  ],
  groups: [
    { field: 'status', only: ['agency', 'contractor', 'provider'] },
    // A draft is the contractor's only; a funder sees approved ones.
    {
      field: 'status',
      options: choicesOf('status', decided),
      only: ['client'],
    },
  ],
  tags: [
    ...decision_tags,
    {
      id: 'suspense',
      label: 'In suspense',
      filter: { status: { in: ['suspense'] } },
      only: ['agency', 'provider'],
    },
    {
      id: 'to_submit',
      label: 'To submit',
      filter: { status: { in: ['draft', 'rejected'] } },
      only: ['contractor'],
    },
  ],
  search: ['human_id', 'contractor.name', 'client.name'],
  sort: { id: 'updated_at', desc: true },
  fields: [
    'contract.timesheet_submit',
    'contract.manual_timesheet_approval',
    { field: 'evidence_status', only: ['agency', 'provider'] },
    { field: 'held_by', only: ['agency', 'provider'] },
    'type',
    'refines_id',
    'submitted_date',
  ],
  bulk: [
    {
      label: 'Approve',
      icon: Check,
      action_id: 'transaction.timesheet.approve',
      many: { over: job_over, action_id: 'transaction.timesheet.approve_many' },
      seen: { field: 'submitted_date', as: 'submitted_until' },
      allowed: ask('approve'),
      confirm: 'ask',
      only: deciders,
    },
    acceptEvidence('transaction.timesheet.accept_evidence', askToAccept),
    {
      label: 'Reject',
      icon: X,
      tone: 'danger',
      action_id: 'transaction.timesheet.reject',
      allowed: ask('reject'),
      only: deciders,
    },
    {
      label: 'No Resubmission',
      icon: CircleX,
      tone: 'danger',
      action_id: 'transaction.timesheet.reject_finally',
      allowed: ask('reject_finally'),
      only: deciders,
    },
    {
      label: 'Suspend',
      icon: Pause,
      tone: 'danger',
      action_id: 'transaction.timesheet.suspend',
      allowed: askHeld('suspend'),
      confirm: 'reason',
      only: [...agency_writers, ...provider_staff],
    },
    {
      label: 'Release',
      icon: Play,
      tone: 'danger',
      action_id: 'transaction.timesheet.release',
      allowed: askHeld('release'),
      confirm: 'ask',
      only: [...agency_writers, ...provider_staff],
    },
    {
      label: 'Cancel',
      icon: Ban,
      tone: 'danger',
      action_id: 'transaction.timesheet.cancel',
      allowed: ask('cancel'),
      only: [...agency_writers, ...provider_staff],
    },
    {
      label: 'Preview',
      icon: Eye,
      action_id: 'transaction.invoice_set.preview',
      allowed: (row: ListRow) => mayForesee(facts(row)),
      opens: PreviewSelected,
      only: ['agency_admin', 'agency_read_only', 'provider_admin', 'provider_operations'],
    },
  ],
  link: (row: ListRow, category: Category) => pathOf({ category, path: 'transaction/timesheet', id: row.id }),
  card: {
    title: 'human_id',
    badge: 'status',
    party: 'contractor.name',
    detail: ['client.name', 'contractor_amount', 'client_amount'],
    amount: 'total_units',
    date: 'end_date',
  },
  templates: [timesheet_units_template],
  first_run: 'Timesheets show here once a placement starts.',
  begins_at: 'contract/temp_placement',
  imports: {
    only: [...agency_writers, 'contractor'],
    to: (category: Category) => pathOf({ category, path: 'platform/new_import', tab: 'timesheet_units' }),
  },
} as const

export const timesheet_list = list({
  ...base,
  title: 'Timesheets',
  create: {
    label: 'New timesheet',
    to: (category) => pathOf({ category, path: 'transaction/new_timesheet' }),
    only: agency_writers,
  },
})

const payroll_types = ['paye', 'payroll'] as const

/** Spec §2, payroll timesheets: work that is paid through payroll. */
export const payroll_timesheet_list = list({
  ...base,
  title: 'Payroll Timesheets',
  first_run: 'Timesheets of workers on payroll show here once their placement starts.',
  begins_at: 'contract/temp_placement',
  where: { type: { _in: payroll_types } },
  filters: base.filters.map((one) =>
    one.field === 'type' ? { ...one, options: choicesOf('type', payroll_types) } : one,
  ),
})

/** Spec §2, rpo timesheets: those that the agency enters for its contractors. */
export const rpo_timesheet_list = list({
  ...base,
  title: 'RPO Timesheets',
  first_run: 'Timesheets show here for placements whose time the agency enters.',
  begins_at: 'contract/temp_placement',
  where: { contract: { timesheet_submit: { _eq: 'agency' } } },
})

/** Spec §6: the all-timesheets view shows approved timesheets of the funder, by the day they were approved. */
export const all_timesheet_list = list({
  ...base,
  title: 'All Timesheets',
  where: { status: { _eq: 'approved' } },
  sort: { id: 'approved_at', desc: true },
})

export const timesheets_tab = tabOf({
  id: 'timesheets',
  label: 'Timesheets',
  list: timesheet_list,
  only: ['agency', 'contractor', 'funder', 'provider', 'timesheet_approver', 'invoice_contact'],
})
