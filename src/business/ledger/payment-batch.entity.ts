import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

/** Payments of one run, made by one person and reviewed by another (spec §4: hold, under_review, reviewed, completed). */
export const payment_batch = entity({
  module: 'payment',
  name: 'payment_batch',
  label: 'Payment Batch',
  plural: 'Payment Batches',
  fields: {
    id: f.uuid('Id'),
    human_id: f.searchable(f.human_id('Payment Batch Id')),
    status: f.choice('Status', ['hold', 'under_review', 'reviewed', 'completed', 'cancelled']),
    run_date: f.day('Run Date'),
    amount: f.money('Amount'),
    item_count: f.integer('Items'),
    currency_id: f.uuid('Currency'),
    principal_id: f.uuid('Principal'),
    provider_id: f.uuid('Provider'),
    made_by: f.code('Made By'),
    reviewed_by: f.nullable(f.code('Reviewed By')),
    reviewed_at: f.nullable(f.instant('Reviewed At')),
    completed_by: f.nullable(f.code('Completed By')),
    completed_at: f.nullable(f.instant('Completed At')),
    ...f.stamps,
  },
  relations: {
    principal: f.to_one('business.party', 'principal_id'),
    provider: f.to_one('business.party', 'provider_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
    items: f.to_many('payment.payment_batch_item', 'payment_batch_id'),
    payments: f.to_many('transaction.payment_receipt_summary', 'payment_batch_id'),
  },
})

export const payment_batch_item = entity({
  module: 'payment',
  name: 'payment_batch_item',
  label: 'Payment Batch Item',
  plural: 'Payment Batch Items',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    payment_batch_id: f.uuid('Payment Batch'),
    invoice_id: f.uuid('Invoice'),
    payee_id: f.uuid('Payee'),
    bank_account_id: f.nullable(f.uuid('Bank Account')),
    provider_id: f.uuid('Provider'),
    agency_id: f.uuid('Agency'),
    contractor_id: f.nullable(f.uuid('Contractor')),
    currency_id: f.uuid('Currency'),
    amount: f.money('Amount'),
    status: f.choice('Status', ['included', 'held', 'paid', 'removed']),
    hold_reason: f.nullable(f.text('Hold Reason')),
    payment_receipt_summary_id: f.nullable(f.uuid('Payment')),
    ...f.stamps,
  },
  relations: {
    payment_batch: f.to_one('payment.payment_batch', 'payment_batch_id'),
    invoice: f.to_one('transaction.invoice', 'invoice_id'),
    payee: f.to_one('business.party', 'payee_id'),
    agency: f.to_one('business.party', 'agency_id'),
    contractor: f.to_one('business.party', 'contractor_id'),
    bank_account: f.to_one('business.bank_account', 'bank_account_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
    payment: f.to_one('transaction.payment_receipt_summary', 'payment_receipt_summary_id'),
  },
})
