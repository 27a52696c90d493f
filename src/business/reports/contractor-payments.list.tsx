import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/model/list.ts'
import { payment_receipt_detail } from '../settlement/receipt.entity.ts'
import { in_business } from '../shared/list-filters.view.ts'
import { paid_document, paymentLineWhy } from './explain-row.view.ts'
import { last_7_days } from './report-list.view.ts'

/**
 * Payments to contractors and their companies, a row a paid document (spec §2, contractor payment columns), without
 * suppliers' bills.
 */
export const contractor_payment_list = list({
  entity: payment_receipt_detail,
  title: 'Contractor Payments',
  where: {
    reversal_date: { _is_null: true },
    invoice: { type: { _eq: 'contractor-agency' }, contractor_id: { _is_null: false } },
  },
  columns: [
    { field: 'post_date', label: 'Paid On' },
    { field: 'invoice.raised_date', label: 'Invoice Generated On', width: 156 },
    { field: 'invoice.timesheet.human_id', label: 'Generated For', width: 124 },
    { field: 'invoice.contract.human_id', label: 'Source', width: 116 },
    { field: 'invoice.period_end', label: 'Weekending' },
    { field: 'invoice.contractor.name', label: 'Contractor Name', width: 160 },
    { field: 'amount', why: paymentLineWhy },
    { field: 'invoice.contract.consultant.name', label: 'Consultant', width: 150 },
    { field: 'invoice.from_business.name', label: 'Contractor Company', width: 190 },
    { field: 'invoice.client.name', label: 'Client', width: 180 },
    { field: 'payment_receipt_summary.reference', label: 'Payment Reference', width: 150 },
    { field: 'invoice.contractor.human_id', label: 'Contractor Id', width: 116 },
    // Spec §2: hidden columns that only a file has.
    { field: 'invoice.timesheet.total_units', label: 'Total Units', export_only: true },
    { field: 'invoice.tax_amount', label: 'Contractor Vat', export_only: true },
    { field: 'invoice.amount', label: 'Net', export_only: true },
    { field: 'invoice.total_amount', label: 'Gross', export_only: true },
    { field: 'currency.alpha_code', label: 'Currency', export_only: true },
  ],
  filters: [
    { field: 'post_date', label: 'Paid On', max: 'today' },
    { field: 'invoice.raised_date', label: 'Invoice Generated On', max: 'today' },
    { field: 'invoice.period_end', label: 'Weekending' },
    // Spec §2: approved timesheets; active or expired temp placements of the agency; onboarded umbrella businesses.
    {
      field: 'invoice.timesheet_id',
      label: 'Generated For',
      pick: { entity: 'transaction.timesheet', label: 'human_id', where: { status: { _eq: 'approved' } } },
    },
    {
      field: 'invoice.contract_id',
      label: 'Source',
      pick: {
        entity: 'contract.temp_placement',
        label: 'human_id',
        where: { status: { _in: ['active', 'expired'] } },
      },
    },
    { field: 'invoice.contractor.name', label: 'Contractor Name' },
    { field: 'invoice.contract.consultant.name', label: 'Consultant' },
    {
      field: 'invoice.from_business_id',
      label: 'Contractor Company',
      pick: { entity: 'business.umbrella', label: 'name', where: in_business },
    },
    { field: 'invoice.client.name', label: 'Client Name' },
    { field: 'invoice.client.human_id', label: 'Client Id' },
    { field: 'invoice.contractor.human_id', label: 'Contractor Id' },
    { field: 'currency.alpha_code', label: 'Currency' },
  ],
  search: ['invoice.contractor.name', 'invoice.client.name', 'invoice.timesheet.human_id'],
  sort: { id: 'post_date', desc: true },
  default_filter: { post_date: last_7_days },
  sum: 'amount',
  fields: ['invoice_id', ...paid_document],
  link: (row, category) => pathOf({ category, path: 'transaction/invoice', id: String(row.invoice_id) }),
  card: {
    title: 'invoice.contractor.name',
    party: 'invoice.client.name',
    detail: 'invoice.timesheet.human_id',
    amount: 'amount',
    date: 'post_date',
  },
  first_run: 'Payments show here once a batch pays contractors.',
  begins_at: 'payment/payment_batch',
})
