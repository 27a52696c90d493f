import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

/** Money of a receipt that goes back to its payer, through a payment batch. */
export const refund = entity({
  module: 'transaction',
  name: 'refund',
  label: 'Refund',
  plural: 'Refunds',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    payment_receipt_summary_id: f.uuid('Receipt'),
    for_business_id: f.uuid('For Business'),
    principal_id: f.uuid('Principal'),
    provider_id: f.uuid('Provider'),
    currency_id: f.uuid('Currency'),
    amount: f.money('Amount'),
    status: f.defaulted(f.choice('Status', ['requested', 'paid', 'cancelled'])),
    reason: f.text('Reason'),
    requested_by: f.code('Requested By'),
    payment_id: f.nullable(f.uuid('Payment')),
    ...f.stamps,
  },
  relations: {
    payment_receipt_summary: f.to_one('transaction.payment_receipt_summary', 'payment_receipt_summary_id'),
    for_business: f.to_one('business.party', 'for_business_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
    payment: f.to_one('transaction.payment_receipt_summary', 'payment_id'),
  },
})
