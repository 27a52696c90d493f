import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

/** Header fields of payment files that a bank wants differently from the default. */
export const payment_file_setting = entity({
  module: 'payment',
  name: 'payment_file_setting',
  label: 'Payment File Setting',
  plural: 'Payment File Settings',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    bank_account_id: f.uuid('Bank Account'),
    provider_id: f.uuid('Provider'),
    service_user_number: f.nullable(f.code('Service User Number')),
    owner_at: f.choice('Owner’s Number in VOL1', [
      { value: '42', label: 'From column 42' },
      { value: '32', label: 'From column 32' },
    ]),
    message_version: f.choice('Message Version', [
      { value: '09', label: 'pain.001.001.09' },
      { value: '03', label: 'pain.001.001.03' },
    ]),
    initiator_id: f.nullable(f.text('Number at the Bank')),
    batch_booking: f.boolean('One Debit for the Batch'),
    user_name: f.text('User'),
    ...f.stamps,
  },
  relations: { bank_account: f.to_one('business.bank_account', 'bank_account_id') },
})
