import { pathOf } from '#web/core/place.ts'
import { type List, list } from '#web/list/model/list.ts'
import {
  cash_card,
  cash_columns,
  cash_filters,
  cash_parts,
  match_statuses,
} from '../receipts/receipt.list.tsx'
import { payment_receipt_summary } from '../settlement/receipt.entity.ts'
import { by_agency, by_for_business } from '../shared/list-filters.view.ts'

function of(
  title: string,
  path: 'payment/payment' | 'payment/payment_company_payment',
  where: NonNullable<List['where']>,
): List {
  return list({
    entity: payment_receipt_summary,
    title,
    where,
    columns: [
      { field: 'human_id', label: 'Payment Id', width: 112 },
      { field: 'status', width: 150 },
      { field: 'for_business.name', label: 'For Business' },
      { field: 'for_business.type', label: 'Kind', width: 130 },
      { field: 'agency.name', label: 'Agency', only: ['contractor', 'provider'] },
      { field: 'contractor.name', label: 'Contractor', only: ['agency', 'provider'] },
      ...cash_columns,
      {
        field: 'payment_batch.human_id',
        label: 'Batch Id',
        width: 112,
        link: (row, category) =>
          typeof row.payment_batch_id === 'string'
            ? pathOf({ category, path: 'payment/payment_batch', id: row.payment_batch_id })
            : null,
        only: ['provider'],
      },
      { field: 'updated_at' },
    ],
    filters: [
      { field: 'human_id', label: 'Payment Id' },
      by_for_business,
      ...cash_filters,
      { ...by_agency, only: ['contractor', 'provider'] },
    ],
    groups: [{ field: 'status', options: match_statuses }],
    ...cash_parts,
    sort: { id: 'updated_at', desc: true },
    sum: 'amount',
    fields: [{ field: 'payment_batch_id', only: ['provider'] }],
    link: (row, category) => pathOf({ category, path, id: row.id }),
    card: cash_card,
    first_run: 'Payments are made with payment batches.',
    begins_at: 'payment/payment_batch',
  })
}

/** Spec §4: cancelled payments and receipts are excluded from lists. */
export const payment_list = of('Payments', 'payment/payment', {
  type: { _eq: 'payment' },
  status: { _neq: 'cancelled' },
})

/** Spec §2, payment-company payments: payments to contractors' companies. */
export const payment_company_payment_list = of(
  'Payment Company Payments',
  'payment/payment_company_payment',
  {
    type: { _eq: 'payment' },
    status: { _neq: 'cancelled' },
    for_business: { type: { _in: ['limited', 'umbrella', 'selfemployed', 'payer'] } },
  },
)
