import { labelOf } from '#entity/choices.ts'
import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/model/list.ts'
import { refinement } from '../invoices/invoice-set.entity.ts'
import { by_agency, by_client, not_agency, not_client, not_contractor } from '../shared/list-filters.view.ts'

/** Corrections of approved work (money.md §1.8): reason, source, and number of documents. */
export const refinement_list = list({
  entity: refinement,
  title: 'Refinements',
  columns: [
    { field: 'human_id', width: 116 },
    { field: 'mode', width: 110 },
    { field: 'status', width: 120 },
    {
      field: 'transaction_type',
      label: 'Correction Of',
      width: 130,
      cell: (row) => labelOf(String(row.transaction_type)),
    },
    { field: 'reason', width: 280 },
    { field: 'client.name', label: 'Client', only: not_client },
    { field: 'contractor.name', label: 'Contractor', only: not_contractor },
    { field: 'agency.name', label: 'Agency', only: not_agency },
    { field: 'invoices', label: 'Invoices', related: { tab: 'invoices' }, width: 100 },
    { field: 'created_at' },
    { field: 'updated_at' },
  ],
  filters: [
    { field: 'human_id' },
    { field: 'mode' },
    { field: 'transaction_type', label: 'Correction Of' },
    { field: 'reason' },
    { ...by_client, only: ['agency', 'funder', 'provider'] },
    { ...by_agency, only: not_agency },
    { field: 'contractor.name', label: 'Contractor', only: not_contractor },
    { field: 'created_at', max: 'today' },
  ],
  groups: [{ field: 'mode' }],
  search: ['human_id', { field: 'client.name', only: not_client }],
  sort: { id: 'updated_at', desc: true },
  link: (row, category) => pathOf({ category, path: 'transaction/refinement', id: row.id }),
  card: {
    title: 'human_id',
    badge: 'mode',
    party: ['contractor.name', 'client.name'],
    detail: 'reason',
    date: 'created_at',
  },
  first_run: 'Corrections of approved work show here with their reason.',
  begins_at: 'transaction/timesheet',
})
