import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

/** An agency's debt to its principal, recovered from its next earnings (money.md §1.8, reversal after pay-out). */
export const collection_note = entity({
  module: 'transaction',
  name: 'collection_note',
  label: 'Collection Note',
  plural: 'Collection Notes',
  fields: {
    id: f.uuid('Id'),
    human_id: f.searchable(f.human_id('Collection Note Id')),
    source: f.choice('Source', ['reversal', 'manual', 'disallowance']),
    status: f.defaulted(f.choice('Status', ['open', 'closed', 'cancelled'])),
    reason: f.searchable(f.text('Reason')),
    raised_date: f.day('Raised Date'),
    amount: f.money('Amount'),
    recovered_amount: f.defaulted(f.money('Recovered')),
    cured_amount: f.defaulted(f.money('Cured')),
    outstanding_balance: f.generated(f.nullable(f.money('Outstanding Balance'))),
    currency_id: f.uuid('Currency'),
    provider_id: f.uuid('Provider'),
    agency_id: f.uuid('Agency'),
    funder_id: f.nullable(f.uuid('Funder')),
    principal_id: f.uuid('Principal'),
    invoice_id: f.nullable(f.uuid('Invoice')),
    payment_receipt_summary_id: f.uuid('Payment'),
    created_by: f.code('Created By'),
    ...f.stamps,
  },
  // The order in which facts were written, under their lock.
  unread: { fact_no: f.defaulted(f.integer('Number of the Fact')) },
  relations: {
    provider: f.to_one('business.party', 'provider_id'),
    agency: f.to_one('business.party', 'agency_id'),
    funder: f.to_one('business.party', 'funder_id'),
    principal: f.to_one('business.party', 'principal_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
    invoice: f.to_one('transaction.invoice', 'invoice_id'),
    payment: f.to_one('transaction.payment_receipt_summary', 'payment_receipt_summary_id'),
  },
})
