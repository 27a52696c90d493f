import type { FilterBy } from '#entity/filter.ts'
import { pathOf } from '#web/core/place.ts'
import type { List } from '#web/list/model/list.ts'
import { list } from '#web/list/model/list.ts'
import { listAgreement } from '../ledger/agreement.card.tsx'
import { asOfWhy, headroomWhy, netOwedWhy, overdueWhy } from './explain-row.view.ts'
import {
  aged_figures,
  invoiceRows,
  type LedgerFigure,
  ledgerRows,
  retrospectiveRows,
} from './figure-rows.rules.ts'
import { addressOf } from './report-list.view.ts'
import { agency_sales_ledger } from './sales-ledger.entity.ts'
import {
  agency_retrospective_ledger,
  client_sales_ledger,
  funder_sales_ledger_summary,
  own_sales_ledger,
  provider_retrospective_ledger,
  provider_sales_ledger_summary,
} from './sales-ledger-summary.entity.ts'

const currency = 'alpha_code' as const
type Link = NonNullable<List['columns'][number]['link']>
type ToRows = (figure: LedgerFigure) => Link

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** Client invoices of the row: of its agency and, where it is of one client, of that. A funder reads other documents. */
const toInvoices: ToRows = (figure) => (row, category) =>
  category === 'funder' || figure === 'unallocated_amount'
    ? null
    : addressOf(
        pathOf({ category, path: 'transaction/invoice' }),
        invoiceRows(figure, {
          currency_id: text(row.currency_id),
          agency_id: text(row.agency_id),
          client_id: text(row.client_id),
          is_client: category === 'client',
        }).filter,
      )
const toLedger: ToRows = (figure) => (row, category) =>
  addressOf(
    pathOf({ category, path: 'report/sales_ledger' }),
    ledgerRows(figure, text(row.alpha_code)).filter,
  )

const aged = (to: ToRows) => aged_figures.map(({ field }) => ({ field, currency, link: to(field) }) as const)
const net = (to: ToRows) =>
  ({
    field: 'net_outstanding_balance',
    currency,
    width: 190,
    link: to('net_outstanding_balance'),
    why: netOwedWhy,
  }) as const
const overdue = (to: ToRows) =>
  ({ field: 'overdue_amount', currency, link: to('overdue_amount'), why: overdueWhy }) as const
/** Columns that explanations and links need. */
const explained = [
  'currency_id',
  'alpha_code',
  'net_outstanding_balance',
  'overdue_amount',
  ...aged_figures.map(({ field }) => field),
] as const

/** Agency by currency (spec §3): for a funder the debt it finances, for the provider all. */
function summaryOf(
  entity: typeof funder_sales_ledger_summary | typeof provider_sales_ledger_summary,
  title: string,
  root: string,
) {
  return list({
    entity,
    title,
    columns: [
      { field: 'agency_human_id', width: 112 },
      { field: 'agency_name', width: 200 },
      { field: 'alpha_code', label: 'Currency' },
      { field: 'client_count' },
      { field: 'invoice_count', width: 120 },
      net(toInvoices),
      overdue(toInvoices),
      ...aged(toInvoices),
      { field: 'unallocated_amount', currency, width: 170 },
      { field: 'credit_limit', currency },
      { field: 'headroom', currency, why: headroomWhy },
    ],
    filters: [
      { field: 'agency_human_id' },
      { field: 'agency_name' },
      { field: 'alpha_code', label: 'Currency' },
      { field: 'net_outstanding_balance' },
      { field: 'overdue_amount' },
    ],
    groups: [],
    sort: { id: 'net_outstanding_balance', desc: true },
    currency,
    sum: 'net_outstanding_balance',
    fields: ['agency_id', 'credit_limit', 'headroom', ...explained],
    above: listAgreement({ root }),
    link: (row, category) =>
      pathOf({ category, path: 'business/agency', id: String(row.agency_id), tab: 'invoices' }),
    card: { title: 'agency_name', badge: 'alpha_code', amount: 'net_outstanding_balance' },
    first_run: 'Agencies show here while their clients owe money.',
    begins_at: 'business/agency',
  })
}

export const funder_summary_list = summaryOf(
  funder_sales_ledger_summary,
  'Agency Sales Ledger Summary',
  'get_funder_sales_ledger_agreement',
)
export const agency_statement_list = summaryOf(
  provider_sales_ledger_summary,
  'Agency Statements',
  'get_provider_sales_ledger_agreement',
)

/** The agency's own ledger, a row a currency. */
export const agency_summary_list = list({
  entity: agency_sales_ledger,
  title: 'Sales Ledger Summary',
  columns: [
    { field: 'alpha_code', label: 'Currency', width: 100 },
    { field: 'client_count' },
    { field: 'invoice_count', width: 120 },
    net(toLedger),
    overdue(toLedger),
    ...aged(toLedger),
    { field: 'unallocated_amount', currency, width: 170, link: toLedger('unallocated_amount') },
  ],
  filters: [{ field: 'alpha_code', label: 'Currency' }, { field: 'net_outstanding_balance' }],
  groups: [],
  sort: { id: 'net_outstanding_balance', desc: true },
  currency,
  fields: explained,
  above: listAgreement({ root: 'get_agency_sales_ledger_agreement' }),
  link: (_row, category) => pathOf({ category, path: 'report/sales_ledger' }),
  card: { title: 'alpha_code', amount: 'net_outstanding_balance', detail: 'invoice_count' },
  first_run: 'Amounts your clients owe show here by currency.',
  begins_at: 'transaction/timesheet',
})

function ledgerOf(entity: typeof client_sales_ledger | typeof own_sales_ledger, title: string, root: string) {
  return list({
    entity,
    title,
    columns: [
      { field: 'client_name', width: 220, only: ['provider'] },
      { field: 'client_human_id', width: 112, only: ['provider'] },
      { field: 'agency_name', width: 200 },
      { field: 'alpha_code', label: 'Currency' },
      { field: 'invoice_count', width: 120 },
      net(toInvoices),
      overdue(toInvoices),
      ...aged(toInvoices),
      { field: 'oldest_due_date', width: 140 },
    ],
    filters: [
      { field: 'client_name', only: ['provider'] },
      { field: 'client_human_id', only: ['provider'] },
      { field: 'agency_name' },
      { field: 'alpha_code', label: 'Currency' },
      { field: 'net_outstanding_balance' },
      { field: 'overdue_amount' },
      { field: 'oldest_due_date' },
    ],
    groups: [],
    search: ['agency_name', { field: 'client_name', only: ['provider'] }],
    sort: { id: 'net_outstanding_balance', desc: true },
    currency,
    sum: 'net_outstanding_balance',
    fields: ['client_id', 'agency_id', ...explained],
    above: listAgreement({ root }),
    link: (row, category) =>
      category === 'provider'
        ? pathOf({ category, path: 'business/client', id: String(row.client_id), tab: 'invoices' })
        : pathOf({ category, path: 'transaction/invoice' }),
    card: {
      title: 'agency_name',
      badge: 'alpha_code',
      party: 'client_name',
      amount: 'net_outstanding_balance',
    },
    first_run: 'Nothing is owed.',
    begins_at: 'transaction/timesheet',
  })
}

export const client_sales_ledger_list = ledgerOf(
  client_sales_ledger,
  'Client Sales Ledger',
  'get_client_sales_ledger_agreement',
)
export const own_statement_list = ledgerOf(own_sales_ledger, 'Statement', 'get_own_sales_ledger_agreement')

/** The documents of the figure, as of that day. */
const toThen =
  (more: FilterBy): Link =>
  (row, category) =>
    addressOf(
      pathOf({ category, path: 'report/retrospective_invoice' }),
      retrospectiveRows(
        {
          as_of: text(row.as_of),
          client_id: text(row.client_id),
          ...(category === 'provider' ? { agency_id: text(row.agency_id) } : {}),
          currency_id: text(row.currency_id),
        },
        more,
      ).filter,
    )

function retrospectiveOf(
  entity: typeof agency_retrospective_ledger | typeof provider_retrospective_ledger,
  root: string,
) {
  return list({
    entity,
    title: 'Retrospective Ledger',
    columns: [
      { field: 'as_of' },
      { field: 'agency_name', width: 200, only: ['provider'] },
      { field: 'client_human_id', width: 112 },
      { field: 'client_name', width: 220 },
      { field: 'alpha_code', label: 'Currency' },
      { field: 'invoice_count', width: 120, link: toThen({}) },
      { field: 'overdue_amount', currency, link: toThen({ days_overdue: { from: '1' } }) },
      { field: 'net_outstanding_balance', currency, width: 190, why: asOfWhy, link: toThen({}) },
    ],
    filters: [
      { field: 'as_of', max: 'today' },
      { field: 'agency_name', only: ['provider'] },
      { field: 'client_human_id' },
      { field: 'client_name' },
      { field: 'alpha_code', label: 'Currency' },
      { field: 'net_outstanding_balance' },
    ],
    groups: [],
    search: ['client_name', 'client_human_id'],
    sort: { id: 'as_of', desc: true },
    currency,
    sum: 'net_outstanding_balance',
    fields: ['client_id', 'agency_id', 'currency_id', 'as_of'],
    above: listAgreement({ root, basis: 'newest', covers: 'Each of twelve month ends, the newest' }),
    link: toThen({}),
    card: { title: 'client_name', badge: 'alpha_code', amount: 'net_outstanding_balance', date: 'as_of' },
    first_run: 'The ledger at the last twelve month ends shows here.',
    begins_at: 'transaction/timesheet',
  })
}

export const agency_retrospective_list = retrospectiveOf(
  agency_retrospective_ledger,
  'get_agency_retrospective_agreement',
)
export const provider_retrospective_list = retrospectiveOf(
  provider_retrospective_ledger,
  'get_provider_retrospective_agreement',
)
