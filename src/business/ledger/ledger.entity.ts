import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

const account_kinds = [
  'client_receivable',
  'sales',
  'output_vat',
  'purchases',
  'input_vat',
  'agency_control',
  'fee_income',
  'contractor_payable',
  'oncost_payable',
  'agency_earnings_payable',
  'platform_fee_payable',
  'bank',
  'unallocated_receipt',
  'agency_recourse',
  'refund_payable',
  'net_pay_payable',
  'hmrc_payable',
  'pension_payable',
  'attachment_payable',
  'relief_payable',
  'holiday_fund',
  'worker_overpayment',
] as const

export const account = entity({
  module: 'ledger',
  name: 'account',
  label: 'Account',
  plural: 'Accounts',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    kind: f.choice('Kind', account_kinds),
    principal_id: f.uuid('Books Of'),
    business_id: f.nullable(f.uuid('Business')),
    currency_id: f.uuid('Currency'),
    created_at: f.instant('Created At'),
  },
  relations: {
    // An account is shown by the provider of its principal; the row of a party has no such column.
    principal: f.to_one('business.business', 'principal_id'),
    business: f.to_one('business.party', 'business_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
    postings: f.to_many('ledger.posting', 'account_id'),
  },
})

export const ledger_transaction = entity({
  module: 'ledger',
  name: 'transaction',
  label: 'Ledger Transaction',
  plural: 'Ledger Transactions',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    kind: f.code('Kind'),
    source_entity: f.code('Source'),
    source_id: f.uuid('Source Id'),
    principal_id: f.uuid('Books Of'),
    provider_id: f.uuid('Provider'),
    agency_id: f.nullable(f.uuid('Agency')),
    reverses_id: f.nullable(f.uuid('Reverses')),
    fact_key: f.code('Fact'),
    post_date: f.day('Post Date'),
    created_at: f.instant('Created At'),
  },
  relations: {
    principal: f.to_one('business.party', 'principal_id'),
    agency: f.to_one('business.party', 'agency_id'),
    reverses: f.to_one('ledger.transaction', 'reverses_id'),
    postings: f.to_many('ledger.posting', 'transaction_id'),
  },
})

export const posting = entity({
  module: 'ledger',
  name: 'posting',
  label: 'Posting',
  plural: 'Postings',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    transaction_id: f.uuid('Ledger Transaction'),
    account_id: f.uuid('Account'),
    invoice_id: f.nullable(f.uuid('Invoice')),
    agency_id: f.nullable(f.uuid('Agency')),
    amount: f.money('Amount'),
    currency_id: f.uuid('Currency'),
    post_date: f.day('Post Date'),
    created_at: f.instant('Created At'),
  },
  relations: {
    transaction: f.to_one('ledger.transaction', 'transaction_id'),
    account: f.to_one('ledger.account', 'account_id'),
    invoice: f.to_one('transaction.invoice', 'invoice_id'),
    agency: f.to_one('business.party', 'agency_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
  },
})
