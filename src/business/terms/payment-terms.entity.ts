import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

/**
 * Terms of a client with an agency, by date and kind of placement: configuration of their service (spec §2, service
 * payment-terms table; §3 Configuration). The newest are the service's own, kept by it (migrations/0018).
 */
export const payment_terms = entity({
  module: 'config',
  name: 'payment_terms',
  label: 'Payment Terms',
  plural: 'Payment Terms',
  table: 'config.configuration',
  fixed: { type: 'payment_terms' },
  fields: {
    id: f.uuid('Id'),
    sub_type: f.choice('Placement Type', ['temp_placement', 'perm_placement']),
    payment_terms: f.integer('Payment Terms'),
    effective_from: f.day('Effective From'),
    effective_to: f.nullable(f.day('Effective To')),
    // Spec §4, payment-terms document.
    status: f.choice('Status', [
      { value: 'inprogress', label: 'Pending Client Approval' },
      { value: 'completed', label: 'Completed' },
      { value: 'rejected', label: 'Rejected' },
    ]),
    status_comment: f.nullable(f.text('Reason')),
    business_id: f.uuid('Client'),
    agency_id: f.uuid('Agency'),
    transaction_id: f.uuid('Service'),
    document_id: f.nullable(f.uuid('Document')),
    ...f.stamps,
  },
  unread: {
    transaction_type: f.code('Transaction Type'),
    asked_by: f.nullable(f.code('Asked By')),
    /** The person behind an impersonation. */
    asked_as: f.nullable(f.code('Asked As')),
  },
  relations: {
    client: f.to_one('business.party', 'business_id'),
    agency: f.to_one('business.party', 'agency_id'),
    service: f.to_one('business.service', 'transaction_id'),
    document: f.to_one('platform.document', 'document_id'),
  },
})
