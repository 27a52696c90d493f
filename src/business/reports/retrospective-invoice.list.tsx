import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/model/list.ts'
import { by_agency, by_client, by_currency } from '../shared/list-filters.view.ts'
import { asOfInvoiceWhy } from './explain-row.view.ts'
import {
  agency_retrospective_invoice,
  provider_retrospective_invoice,
} from './retrospective-invoice.entity.ts'

const currency = 'alpha_code' as const

/** The documents of a month's end, as of that day; each page shows the present document. */
function retrospectiveInvoicesOf(
  entity: typeof agency_retrospective_invoice | typeof provider_retrospective_invoice,
) {
  return list({
    entity,
    title: 'Retrospective Invoices',
    columns: [
      { field: 'as_of' },
      { field: 'human_id', width: 132 },
      { field: 'agency_name', width: 180, only: ['provider'] },
      { field: 'client_name', width: 200 },
      { field: 'due_date' },
      { field: 'days_overdue', width: 150 },
      { field: 'outstanding_balance', currency, width: 150, why: asOfInvoiceWhy },
      { field: 'total_amount', currency },
      { field: 'paid_amount', currency },
      { field: 'credited_amount', currency, width: 150 },
      { field: 'raised_date' },
      { field: 'client_human_id', width: 112 },
      { field: 'alpha_code', label: 'Currency' },
      { field: 'is_credit_note', width: 110 },
    ],
    filters: [
      { field: 'as_of', max: 'today' },
      { field: 'human_id' },
      { ...by_client },
      { ...by_agency, only: ['provider'] },
      by_currency,
      { field: 'raised_date', max: 'today' },
      { field: 'due_date' },
      { field: 'days_overdue' },
      { field: 'outstanding_balance' },
    ],
    search: ['human_id', 'client_name'],
    sort: { id: 'as_of', desc: true },
    currency,
    sum: 'outstanding_balance',
    fields: ['invoice_id', 'paid_amount', 'credited_amount', 'total_amount', 'alpha_code', 'as_of'],
    link: (row, category) => pathOf({ category, path: 'transaction/invoice', id: String(row.invoice_id) }),
    card: {
      title: 'human_id',
      badge: 'alpha_code',
      party: 'client_name',
      amount: 'outstanding_balance',
      date: 'as_of',
    },
    first_run: 'Documents at the last twelve month ends show here.',
    begins_at: 'transaction/timesheet',
  })
}

export const agency_retrospective_invoice_list = retrospectiveInvoicesOf(agency_retrospective_invoice)
export const provider_retrospective_invoice_list = retrospectiveInvoicesOf(provider_retrospective_invoice)
