import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

const account_fields = {
  id: f.uuid('Id'),
  bank_name: f.text('Bank Name'),
  account_holder_name: f.text('Account Holder Name'),
  account_number: f.nullable(f.code('Account Number')),
  sort_code: f.nullable(f.code('Sort Code')),
  iban: f.nullable(f.code('IBAN')),
  swift_code: f.nullable(f.code('Swift Code')),
} as const

export const bank_account = entity({
  module: 'business',
  name: 'bank_account',
  label: 'Bank Account',
  plural: 'Bank Accounts',
  fields: {
    ...account_fields,
    ach_routing: f.nullable(f.code('ACH Routing Number')),
    currency_id: f.uuid('Currency'),
    purpose: f.choice('Purpose', ['payout', 'trust', 'receipt']),
    status: f.choice('Status', ['pending', 'confirmed', 'retired']),
    business_id: f.uuid('Business'),
    ...f.stamps,
  },
  relations: {
    business: f.to_one('business.business', 'business_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
  },
})

/** The account an invoice says to pay into (spec §3 Invoice): readable to who reads the invoice, and from it only. */
export const payable_bank_account = entity({
  module: 'business',
  name: 'payable_bank_account',
  label: 'Payable Bank Account',
  plural: 'Payable Bank Accounts',
  table: 'business.bank_account',
  // A retired account is still the one that a document of its time named.
  soft_delete: false,
  fields: account_fields,
})
