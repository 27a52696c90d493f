import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

/** The bank's file of a batch; a verb returns the content and records the reader. */
export const payment_file = entity({
  module: 'payment',
  name: 'payment_file',
  label: 'Payment File',
  plural: 'Payment Files',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    payment_batch_id: f.uuid('Payment Batch'),
    provider_id: f.uuid('Provider'),
    currency_id: f.uuid('Currency'),
    format: f.choice('Format', [
      { value: 'bacs', label: 'BACS Standard 18' },
      { value: 'pain_001', label: 'ISO 20022 pain.001' },
      { value: 'csv', label: 'CSV' },
    ]),
    file_name: f.text('File'),
    sha256: f.code('File Hash'),
    amount: f.money('Amount'),
    payment_count: f.integer('Payments'),
    processing_day: f.day('Processing Day'),
    service_user_number: f.nullable(f.code('Service User Number')),
    made_by: f.code('Made By'),
    ...f.stamps,
  },
  // Account numbers: a verb returns them and logs the reader.
  unread: { content: f.text('Content') },
  relations: {
    payment_batch: f.to_one('payment.payment_batch', 'payment_batch_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
  },
})
