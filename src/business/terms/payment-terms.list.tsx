import { pathOf } from '#web/core/place.ts'
import type { Session } from '#web/core/session.ts'
import type { ListRow } from '#web/list/model/list.ts'
import { list } from '#web/list/model/list.ts'
import { agency_writers, provider_staff } from '../shared/who-may.rules.ts'
import { payment_terms } from './payment-terms.entity.ts'
import { can, canAskAgain, type TermsAnswer } from './payment-terms.rules.ts'

const ask =
  (answer: TermsAnswer) =>
  ({ status }: ListRow, session: Session) =>
    can[answer]({ status: String(status) }, session)

/** Spec §2, service payment-terms table: terms in force come first, because they have no end. */
export const payment_terms_list = list({
  entity: payment_terms,
  title: 'Payment Terms',
  columns: [
    { field: 'sub_type', label: 'Placement Type', width: 150 },
    { field: 'client.name', label: 'Client', width: 220, only: ['agency', 'provider'] },
    { field: 'agency.name', label: 'Agency', width: 200, only: ['client', 'provider'] },
    { field: 'payment_terms', width: 130 },
    { field: 'effective_from', width: 130 },
    { field: 'effective_to', width: 130 },
    {
      field: 'document.attachment.file_name',
      label: 'Attachment',
      as: { kind: 'file', file_url: 'document.attachment.file_url' },
      sortable: false,
    },
    { field: 'status', width: 190 },
    { field: 'status_comment', width: 200 },
    { field: 'updated_at' },
  ],
  filters: [
    { field: 'sub_type', label: 'Placement Type' },
    { field: 'client.name', label: 'Client', only: ['agency', 'provider'] },
    { field: 'agency.name', label: 'Agency', only: ['client', 'provider'] },
    { field: 'payment_terms' },
    { field: 'effective_from' },
    { field: 'effective_to' },
    { field: 'status' },
  ],
  groups: [{ field: 'sub_type' }],
  search: [
    { field: 'client.name', only: ['agency', 'provider'] },
    { field: 'agency.name', only: ['client'] },
  ],
  sort: { id: 'effective_to', desc: false, nulls: 'first' },
  fields: ['business_id', 'agency_id'],
  link: (row, category) =>
    category === 'client'
      ? pathOf({ category, path: 'business/agency', id: String(row.agency_id) })
      : pathOf({ category, path: 'business/client', id: String(row.business_id) }),
  card: {
    title: 'sub_type',
    badge: 'status',
    party: ['client.name', 'agency.name'],
    detail: 'payment_terms',
    date: 'effective_from',
  },
  create: {
    label: 'New payment terms',
    to: (category) => pathOf({ category, path: 'config/new_payment_terms' }),
    only: [...agency_writers, ...provider_staff],
  },
  row_actions: [
    {
      label: 'Approve',
      action_id: 'config.payment_terms.approve',
      allowed: ask('approve'),
      input: ({ id }) => ({ id }),
      confirm: 'ask',
      only: ['invoice_contact'],
    },
    {
      label: 'Reject',
      action_id: 'config.payment_terms.reject',
      allowed: ask('reject'),
      input: ({ id }, comment) => ({ id, comment }),
      only: ['invoice_contact'],
    },
    {
      label: 'Ask again',
      allowed: ({ status }) => canAskAgain({ status: String(status) }),
      to: (row, category) => pathOf({ category, path: 'config/ask_payment_terms', id: row.id }),
      only: [...agency_writers, ...provider_staff],
    },
    {
      label: 'Withdraw',
      action_id: 'config.payment_terms.withdraw',
      allowed: ask('withdraw'),
      input: ({ id }) => ({ id }),
      confirm: 'ask',
      only: [...agency_writers, ...provider_staff],
    },
  ],
  first_run: 'Payment terms show here by date.',
})
