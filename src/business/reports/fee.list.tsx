import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/model/list.ts'
import { invoice, invoice_types } from '../invoices/invoice.entity.ts'
import { invoice_set } from '../invoices/invoice-set.entity.ts'
import { by_agency, by_client, by_currency, not_agency, workOf } from '../shared/list-filters.view.ts'
import { feeWhy } from './explain-row.view.ts'
import { FeeAgreement } from './fee-agreement.card.tsx'

/** Documents that reduce the agency's earnings (money.md §1.2). */
const fee_types = ['provider-agency', 'funder-agency', 'platform_fee'] as const
const listed: readonly string[] = fee_types

/** Spec §2, fee transactions: each document that charges a fee. */
export const fee_transaction_list = list({
  entity: invoice,
  title: 'Fee Transactions',
  where: { type: { _in: fee_types } },
  columns: [
    { field: 'human_id', width: 132 },
    { field: 'type', width: 160 },
    { field: 'finance_status', width: 120 },
    { field: 'agency.name', label: 'Agency', only: not_agency },
    { field: 'client.name', label: 'Client' },
    { field: 'contractor.name', label: 'Contractor' },
    { field: 'raised_date' },
    { field: 'amount' },
    { field: 'tax_amount' },
    { field: 'total_amount' },
    { field: 'outstanding_balance', label: 'Outstanding' },
    { field: 'timesheet.human_id', label: 'Timesheet', width: 116 },
    { field: 'status', width: 110 },
  ],
  filters: [
    { field: 'human_id' },
    { field: 'type', options: invoice_types.filter(({ value }) => listed.includes(value)), quick: true },
    { field: 'status' },
    { field: 'finance_status' },
    { field: 'raised_date', max: 'today' },
    { ...by_agency, only: not_agency },
    by_client,
    { field: 'total_amount' },
    by_currency,
  ],
  groups: [{ field: 'finance_status' }],
  search: ['human_id', 'client.name', 'contractor.name'],
  sort: { id: 'human_id', desc: true },
  sum: 'total_amount',
  link: (row, category) => pathOf({ category, path: 'transaction/invoice', id: row.id }),
  card: {
    title: 'human_id',
    badge: 'finance_status',
    party: 'agency.name',
    detail: 'client.name',
    amount: 'total_amount',
    date: 'raised_date',
  },
  first_run: 'Fees show here once work is approved.',
  begins_at: 'contract/service_charge',
})

/** Spec §2, provider-fee report: the fee of each timesheet, beside the client's payment. */
export const provider_fee_list = list({
  entity: invoice_set,
  title: 'Provider Fees',
  columns: [
    { field: 'raised_date' },
    { field: 'generated_for', width: 130 },
    { field: 'status', width: 100 },
    { field: 'agency.name', label: 'Agency', only: ['provider'] },
    { field: 'client.name', label: 'Client' },
    { field: 'contractor.name', label: 'Contractor' },
    { field: 'contract.human_id', label: 'Placement Id', width: 116 },
    { field: 'client_net' },
    { field: 'client_gross' },
    { field: 'fee_net' },
    { field: 'fee_tax' },
    { field: 'fee_gross', why: feeWhy },
    { field: 'funding_model', width: 130 },
    { field: 'funding_type', width: 130 },
  ],
  filters: [
    { field: 'raised_date', max: 'today' },
    { field: 'generated_for' },
    { field: 'status' },
    { ...by_agency, only: ['provider'] },
    by_client,
    { field: 'contract.human_id', label: 'Placement Id' },
    { field: 'fee_gross' },
    { field: 'funding_model' },
    { field: 'funding_type' },
    by_currency,
  ],
  groups: [{ field: 'generated_for' }],
  search: ['client.name', 'contractor.name', 'contract.human_id'],
  sort: { id: 'raised_date', desc: true },
  sum: 'fee_gross',
  fields: [
    'timesheet_id',
    'expense_id',
    'contract_id',
    'generated_for',
    'fee_net',
    'fee_tax',
    'fee_gross',
    'client_gross',
  ],
  above: FeeAgreement,
  link: workOf,
  card: {
    title: 'raised_date',
    badge: 'generated_for',
    party: 'client.name',
    detail: 'contractor.name',
    amount: 'fee_gross',
  },
  first_run: 'Fees show here once work is approved and invoiced.',
  begins_at: 'contract/service_charge',
})
