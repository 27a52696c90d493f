import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

const nullable_parties = {
  provider_id: f.uuid('Provider'),
  agency_id: f.nullable(f.uuid('Agency')),
  client_id: f.nullable(f.uuid('Client')),
  contractor_id: f.nullable(f.uuid('Contractor')),
  funder_id: f.nullable(f.uuid('Funder')),
} as const

/** Why a bank sent a payment back, in words that the bank's own codes come to. */
export const return_codes = [
  { value: 'no_account', label: 'No such account' },
  { value: 'account_closed', label: 'Account closed' },
  { value: 'account_transferred', label: 'Account transferred to another bank' },
  { value: 'invalid_details', label: 'Sort code, number or name do not fit' },
  { value: 'beneficiary_deceased', label: 'Beneficiary deceased' },
  { value: 'refused_by_payee', label: 'Refused by the payee' },
  { value: 'other', label: 'Other' },
] as const

/** Money in (receipt) or out (payment), with its matched amount. */
export const payment_receipt_summary = entity({
  module: 'transaction',
  name: 'payment_receipt_summary',
  label: 'Receipt',
  plural: 'Receipts',
  fields: {
    id: f.uuid('Id'),
    human_id: f.searchable(f.human_id('Receipt Id')),
    type: f.choice('Type', ['receipt', 'payment']),
    status: f.choice('Status', ['allocated', 'partially_matched', 'matched', 'reversed', 'cancelled']),
    transaction_date: f.day('Transaction Date'),
    amount: f.money('Amount'),
    matched_amount: f.defaulted(f.money('Matched Amount')),
    unmatched_amount: f.generated(f.nullable(f.money('Unmatched Amount'))),
    currency_id: f.uuid('Currency'),
    for_business_id: f.uuid('For Business'),
    principal_id: f.uuid('Principal'),
    ...nullable_parties,
    bank_line_id: f.nullable(f.uuid('Bank Line')),
    bank_account_id: f.nullable(f.uuid('Bank Account')),
    payment_batch_id: f.nullable(f.uuid('Payment Batch')),
    reference: f.searchable(f.text('Reference')),
    comment: f.nullable(f.text('Comment')),
    created_by: f.code('Created By'),
    reversed_at: f.nullable(f.instant('Reversed At')),
    reversal_reason: f.nullable(f.text('Reversal Reason')),
    return_code: f.nullable(f.choice('Sent Back For', return_codes)),
    returned_line_id: f.nullable(f.uuid('Bank Line Of Return')),
    returned_by: f.nullable(f.code('Return Recorded By')),
    ...f.stamps,
  },
  unread: { payer_key: f.defaulted(f.code('Payer Key')) },
  relations: {
    ...f.party_relations,
    for_business: f.to_one('business.party', 'for_business_id'),
    principal: f.to_one('business.party', 'principal_id'),
    bank_line: f.to_one('transaction.bank_line', 'bank_line_id'),
    returned_line: f.to_one('transaction.bank_line', 'returned_line_id'),
    bank_account: f.to_one('business.bank_account', 'bank_account_id'),
    payment_batch: f.to_one('payment.payment_batch', 'payment_batch_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
    details: f.to_many('transaction.payment_receipt_detail', 'payment_receipt_summary_id'),
    refunds: f.to_many('transaction.refund', 'payment_receipt_summary_id'),
  },
})

/** One match of a receipt or payment with one document; reversed, never removed. */
/** Columns of a payment that nobody has reversed or returned. */
export const not_reversed = {
  reversed_at: null,
  reversal_reason: null,
  return_code: null,
  returned_line_id: null,
  returned_by: null,
} as const

export const payment_receipt_detail = entity({
  module: 'transaction',
  name: 'payment_receipt_detail',
  label: 'Match',
  plural: 'Matches',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    payment_receipt_summary_id: f.uuid('Receipt'),
    invoice_id: f.uuid('Invoice'),
    amount: f.money('Amount'),
    currency_id: f.uuid('Currency'),
    payment_type: f.choice('Payment Type', ['bank', 'set_off', 'refund', 'payroll']),
    post_date: f.day('Post Date'),
    reversal_date: f.nullable(f.day('Reversal Date')),
    reversal_reason: f.nullable(f.text('Reversal Reason')),
    ...nullable_parties,
    created_by: f.code('Created By'),
    ...f.stamps,
  },
  // The order in which facts were written, under their lock.
  unread: { fact_no: f.defaulted(f.integer('Number of the Fact')) },
  relations: {
    payment_receipt_summary: f.to_one('transaction.payment_receipt_summary', 'payment_receipt_summary_id'),
    invoice: f.to_one('transaction.invoice', 'invoice_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
  },
})

/** Credit set against a debt. */
export const credit_allocation = entity({
  module: 'transaction',
  name: 'credit_allocation',
  label: 'Credit Allocation',
  plural: 'Credit Allocations',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    credit_note_id: f.uuid('Credit Note'),
    invoice_id: f.uuid('Invoice'),
    amount: f.money('Amount'),
    post_date: f.day('Post Date'),
    reversal_date: f.nullable(f.day('Reversal Date')),
    ...f.parties,
    ...f.stamps,
  },
  // The order in which facts were written, under their lock.
  unread: { fact_no: f.defaulted(f.integer('Number of the Fact')) },
  relations: {
    credit_note: f.to_one('transaction.invoice', 'credit_note_id'),
    invoice: f.to_one('transaction.invoice', 'invoice_id'),
  },
})

/** One line of a bank statement, as it came in. */
export const bank_line = entity({
  module: 'transaction',
  name: 'bank_line',
  label: 'Bank Line',
  plural: 'Bank Lines',
  fields: {
    id: f.uuid('Id'),
    transaction_date: f.day('Transaction Date'),
    amount: f.money('Amount'),
    currency_id: f.uuid('Currency'),
    reference: f.searchable(f.text('Reference')),
    counterparty: f.searchable(f.text('Counterparty')),
    bank_account_id: f.uuid('Bank Account'),
    provider_id: f.uuid('Provider'),
    bank_statement_id: f.nullable(f.uuid('Bank Statement')),
    created_by: f.nullable(f.code('Created By')),
    ...f.stamps,
  },
  unread: { dedupe_key: f.code('Duplicate Key') },
  relations: {
    bank_statement: f.to_one('transaction.bank_statement', 'bank_statement_id'),
    bank_account: f.to_one('business.bank_account', 'bank_account_id'),
    provider: f.to_one('business.party', 'provider_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
    receipts: f.to_many('transaction.payment_receipt_summary', 'bank_line_id'),
    returns: f.to_many('transaction.payment_receipt_summary', 'returned_line_id'),
  },
})
