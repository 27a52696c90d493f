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
    status: f.choice('Status', [
      { value: 'pending', label: 'Pending approval' },
      { value: 'confirmed', label: 'Confirmed' },
      { value: 'retired', label: 'Retired' },
      { value: 'rejected', label: 'Rejected' },
    ]),
    business_id: f.uuid('Business'),
    replaces_id: f.nullable(f.uuid('Replaces')),
    payable_from: f.nullable(f.day('Payable From')),
    requested_by: f.nullable(f.code('Entered By')),
    /** The name of the contractor; `requested_by` then sent the link. */
    entered_by_link: f.nullable(f.text('Entered by Link')),
    decided_by: f.nullable(f.code('Decided By')),
    decided_at: f.nullable(f.instant('Decided At')),
    decision_comment: f.nullable(f.text('Decision Comment')),
    held_at: f.nullable(f.instant('Held At')),
    held_by: f.nullable(f.code('Held By')),
    hold_reason: f.nullable(f.text('Hold Reason')),
    hold_ended_at: f.nullable(f.instant('Hold Ended At')),
    hold_ended_by: f.nullable(f.code('Hold Ended By')),
    ...f.stamps,
  },
  // Nobody with the link's own address confirms the account.
  unread: { link_email: f.nullable(f.code('Address of the Link')) },
  relations: {
    business: f.to_one('business.business', 'business_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
    replaces: f.to_one('business.bank_account', 'replaces_id'),
  },
})

/** The payable account of an invoice (spec §3 Invoice): readable through the invoice only. */
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
