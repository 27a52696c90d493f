import type { RelatedTab } from '#web/blocks/RelatedTabs.tsx'
import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/model/list.ts'
import { consolidated_invoice } from '../invoices/invoice-set.entity.ts'
import { by_agency, by_client, by_currency } from '../shared/list-filters.view.ts'
import { agency_writers, provider_staff } from '../shared/who-may.rules.ts'

/** Spec §2: drafts and cancelled ones are for their makers; others see issued ones. */
const makers = ['agency', 'provider'] as const
const issued = [
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Closed' },
] as const

export const consolidated_invoice_list = list({
  entity: consolidated_invoice,
  title: 'Consolidated Invoices',
  // Spec §2: draft, generated and cancelled consolidated invoices; a funder and a client see issued ones.
  tabs: [
    { id: 'all', label: 'All', where: {}, only: makers },
    { id: 'draft', label: 'Draft', where: { status: { _eq: 'draft' } }, only: makers },
    {
      id: 'generated',
      label: 'Generated',
      where: { status: { _in: ['generated', 'open', 'closed'] } },
      only: makers,
    },
    {
      id: 'cancelled',
      label: 'Cancelled',
      where: { status: { _eq: 'canceled' } },
      only: makers,
    },
  ],
  columns: [
    { field: 'human_id', width: 190 },
    { field: 'status', width: 120 },
    { field: 'client.name', label: 'Client', only: ['agency', 'funder', 'provider'] },
    { field: 'from_business.name', label: 'From' },
    { field: 'to_business.name', label: 'To' },
    { field: 'raised_date' },
    { field: 'due_date' },
    { field: 'amount' },
    { field: 'tax_amount' },
    { field: 'total_amount' },
    { field: 'funding_model', width: 130, only: ['agency', 'funder', 'provider'] },
    { field: 'po_number', width: 120 },
    { field: 'description' },
  ],
  filters: [
    { field: 'human_id' },
    { field: 'status', only: makers },
    { field: 'status', options: issued, only: ['client', 'funder'] },
    { ...by_client, only: ['agency', 'funder', 'provider'] },
    { ...by_agency, only: ['funder', 'provider'] },
    { field: 'raised_date', max: 'today' },
    { field: 'due_date' },
    { field: 'total_amount' },
    by_currency,
  ],
  groups: [
    { field: 'status', only: makers },
    { field: 'status', options: issued, only: ['client', 'funder'] },
  ],
  sort: { id: 'human_id', desc: true },
  sum: 'total_amount',
  link: (row, category) => pathOf({ category, path: 'transaction/consolidated_invoice', id: row.id }),
  card: {
    title: 'human_id',
    badge: 'status',
    party: 'to_business.name',
    amount: 'total_amount',
    date: 'due_date',
  },
  create: {
    label: 'New consolidated invoice',
    to: (category) => pathOf({ category, path: 'transaction/new_consolidated_invoice' }),
    only: [...agency_writers, ...provider_staff],
  },
  first_run: 'A consolidated invoice combines a client’s invoices of one period.',
})

/** Consolidated invoices that gather a document of this record. */
export const consolidated_invoices_tab = (through: string, id: string): RelatedTab => ({
  id: 'consolidated_invoices',
  label: 'Consolidated Invoices',
  list: consolidated_invoice_list,
  scope: { invoices: { [through]: { _eq: id } } },
  only: ['agency', 'funder', 'provider', 'invoice_contact'],
})
