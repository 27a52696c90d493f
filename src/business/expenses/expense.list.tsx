import { Check, X } from 'lucide-react'
import { pathOf } from '#web/core/place.ts'
import type { Session } from '#web/core/session.ts'
import type { ListRow } from '#web/list/model/list.ts'
import { list } from '#web/list/model/list.ts'
import {
  acceptEvidence,
  first_columns,
  listedEvidence,
  listedWork,
} from '../approvable-work/work-list.view.ts'
import { decision_tags } from '../approvable-work/work-tags.view.ts'
import { unlisted_invoice_types } from '../shared/invoice-types.rules.ts'
import { by_agency, by_client, by_contractor, financing, not_agency } from '../shared/list-filters.view.ts'
import { tabOf } from '../shared/related-tabs.view.ts'
import { agency_writers } from '../shared/who-may.rules.ts'
import { expense } from './expense.entity.ts'
import { can } from './expense.rules.ts'
import { expense_template } from './expense.template.ts'

/** Statuses for a client: pending and decided; a funder sees approved ones. */
const asked: readonly string[] = ['submitted', 'rejected', 'approved', 'suspense', 'cancelled']
const decided = expense.fields.status.choices.filter(({ value }) => asked.includes(value))

const ask = (action: 'approve' | 'reject') => (row: ListRow, session: Session) =>
  can[action](listedWork(row), session)
const askToAccept = (row: ListRow, session: Session) => can.accept_evidence(listedEvidence(row), session)
const deciders = ['timesheet_approver', ...agency_writers] as const

export const expense_list = list({
  entity: expense,
  title: 'Expenses',
  templates: [expense_template],
  columns: [
    ...first_columns,
    { field: 'amount' },
    { field: 'tax_amount' },
    // Workers look for the money first, and a tablet has no room for all columns.
    { field: 'contract.title', label: 'Placement', only: ['client', 'contractor'] },
    { field: 'agency.name', label: 'Agency', only: ['client', 'contractor'] },
    { field: 'po_number', width: 120 },
    {
      field: 'invoices',
      label: 'Invoices',
      width: 100,
      related: { tab: 'invoices', where: { type: { _nin: unlisted_invoice_types } } },
      only: ['agency', 'contractor', 'funder', 'provider', 'invoice_contact'],
    },
    { field: 'submitted_date' },
    { field: 'created_at' },
    { field: 'evidence_status', width: 190, only: ['agency', 'provider'] },
    { field: 'updated_at' },
  ],
  filters: [
    { field: 'human_id' },
    { field: 'contract.title', label: 'Placement' },
    { ...by_agency, only: not_agency },
    { ...by_client, only: financing },
    { field: 'client.name', label: 'Client', only: ['contractor'] },
    { ...by_contractor, only: financing },
    { field: 'contractor.name', label: 'Contractor', only: ['client'] },
    { field: 'status', only: ['agency', 'contractor', 'provider'] },
    { field: 'evidence_status', only: ['agency', 'provider'] },
    { field: 'status', options: decided, only: ['client'] },
    { field: 'created_at', max: 'today' },
  ],
  groups: [
    { field: 'status', only: ['agency', 'contractor', 'provider'] },
    { field: 'status', options: decided, only: ['client'] },
  ],
  tags: decision_tags,
  search: ['human_id', 'contractor.name', 'client.name'],
  sort: { id: 'updated_at', desc: true },
  sum: 'amount',
  link: (row, category) => pathOf({ category, path: 'transaction/expense', id: row.id }),
  card: {
    title: 'human_id',
    badge: 'status',
    party: 'contractor.name',
    detail: 'client.name',
    amount: 'amount',
    date: 'updated_at',
  },
  create: {
    label: 'New expense',
    to: (category) => pathOf({ category, path: 'transaction/new_expense' }),
    only: ['contractor', ...agency_writers],
  },
  fields: [
    'contract.manual_timesheet_approval',
    'submitted_date',
    { field: 'evidence_status', only: ['agency', 'provider'] },
  ],
  bulk: [
    {
      label: 'Approve',
      icon: Check,
      action_id: 'transaction.expense.approve',
      many: { over: 100, action_id: 'transaction.expense.approve_many' },
      seen: { field: 'submitted_date', as: 'submitted_until' },
      allowed: ask('approve'),
      confirm: 'ask',
      only: deciders,
    },
    acceptEvidence('transaction.expense.accept_evidence', askToAccept),
    {
      label: 'Reject',
      icon: X,
      tone: 'danger',
      action_id: 'transaction.expense.reject',
      allowed: ask('reject'),
      only: deciders,
    },
  ],
  first_run: 'Expenses appear here when a contractor enters the first one.',
  imports: {
    only: [...agency_writers, 'contractor'],
    to: (category) => pathOf({ category, path: 'platform/new_import', tab: 'expenses' }),
  },
})

export const expenses_tab = tabOf({
  id: 'expenses',
  label: 'Expenses',
  list: expense_list,
  only: ['agency', 'contractor', 'funder', 'provider', 'timesheet_approver', 'invoice_contact'],
})
