import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/model/list.ts'
import { paid_document, paymentLineWhy } from '../reports/explain-row.view.ts'
import { payment_receipt_detail } from '../settlement/receipt.entity.ts'
import { IntermediaryAbove } from './intermediary-file.card.tsx'

/**
 * Payments for workers without PAYE, as the employment intermediaries report needs them (registers.md §4.1): worker,
 * payee, amount. Payments made, not documents raised; the agency's own PAYE is not reported.
 */
export const intermediary_list = list({
  entity: payment_receipt_detail,
  title: 'Intermediary',
  where: {
    reversal_date: { _is_null: true },
    invoice: {
      type: { _eq: 'contractor-agency' },
      payment_company_type: { _neq: 'contractor' },
      contractor_id: { _is_null: false },
    },
  },
  columns: [
    { field: 'post_date', label: 'Paid On' },
    { field: 'invoice.contractor.business.individual.first_name', label: 'Worker Forename', width: 150 },
    { field: 'invoice.contractor.business.individual.last_name', label: 'Worker Surname', width: 150 },
    { field: 'invoice.contractor.business.individual.date_of_birth', label: 'Date of Birth', width: 120 },
    { field: 'invoice.contractor.business.individual.gender', label: 'Gender', width: 100 },
    { field: 'invoice.contractor.business.individual.ni_number', label: 'NI Number', width: 130 },
    {
      field: 'invoice.contractor.business.individual.address.complete_address',
      label: 'Worker Address',
      width: 280,
    },
    { field: 'invoice.payment_company_type', label: 'Engagement', width: 130 },
    { field: 'invoice.contractor.business.individual.utr', label: 'Worker UTR', width: 130 },
    { field: 'invoice.contract.start_date', label: 'Start of Engagement', width: 150 },
    { field: 'invoice.contract.end_date', label: 'End of Engagement', width: 150 },
    { field: 'amount', label: 'Amount Paid', why: paymentLineWhy },
    { field: 'currency.alpha_code', label: 'Currency', width: 100 },
    { field: 'invoice.is_vat_invoice', label: 'Inclusive of VAT', as: 'yes_no', width: 130 },
    { field: 'invoice.from_business.name', label: 'Party Paid', width: 200 },
    {
      field: 'invoice.from_business.business.company.address.complete_address',
      label: 'Address of Party Paid',
      width: 280,
    },
    { field: 'invoice.from_business.business.company.brn', label: 'Companies House No', width: 156 },
    { field: 'invoice.human_id', label: 'Invoice', width: 132 },
  ],
  filters: [
    { field: 'post_date', label: 'Paid On', max: 'today' },
    { field: 'invoice.contractor.name', label: 'Worker' },
    { field: 'invoice.from_business.name', label: 'Party Paid' },
    {
      field: 'invoice.payment_company_type',
      label: 'Engagement',
      options: [
        { value: 'umbrella', label: 'Umbrella' },
        { value: 'selfemployed', label: 'Self-employed' },
        { value: 'limited', label: 'Limited' },
        { value: 'payer', label: 'Payer' },
      ],
    },
    { field: 'invoice.client.name', label: 'Client' },
    { field: 'amount', label: 'Amount Paid' },
    { field: 'currency.alpha_code', label: 'Currency' },
  ],
  groups: [],
  search: ['invoice.contractor.name', 'invoice.from_business.name'],
  sort: { id: 'post_date', desc: true },
  default_filter: { post_date: { from: 'today-90', to: 'today' } },
  sum: 'amount',
  above: IntermediaryAbove,
  fields: ['invoice_id', ...paid_document],
  link: (row, category) => pathOf({ category, path: 'transaction/invoice', id: String(row.invoice_id) }),
  card: {
    title: 'invoice.contractor.business.individual.last_name',
    party: 'invoice.from_business.name',
    detail: 'invoice.human_id',
    amount: 'amount',
    date: 'post_date',
  },
  first_run: 'Payments for workers are made with payment batches.',
  begins_at: 'payment/payment_batch',
})
