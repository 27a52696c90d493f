import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

const file_parties = {
  provider_id: f.nullable(f.uuid('Provider')),
  agency_id: f.nullable(f.uuid('Agency')),
  client_id: f.nullable(f.uuid('Client')),
  contractor_id: f.nullable(f.uuid('Contractor')),
  funder_id: f.nullable(f.uuid('Funder')),
} as const

/** A stored file. Only parties named in its columns see it. */
export const attachment = entity({
  module: 'platform',
  name: 'attachment',
  label: 'Attachment',
  plural: 'Attachments',
  fields: {
    id: f.uuid('Id'),
    file_name: f.searchable(f.text('File Name')),
    file_url: f.text('File'),
    content_type: f.code('Content Type'),
    size_bytes: f.integer('Size'),
    sha256: f.code('Checksum'),
    parent_entity: f.code('Belongs To'),
    parent_id: f.uuid('Belongs To Id'),
    business_id: f.nullable(f.uuid('Business')),
    created_by: f.nullable(f.code('Created By')),
    ...file_parties,
    ...f.stamps,
  },
  unread: f.told_stamp,
})

export const document = entity({
  module: 'platform',
  name: 'document',
  label: 'Document',
  plural: 'Documents',
  fields: {
    id: f.uuid('Id'),
    title: f.searchable(f.text('Title')),
    type: f.code('Type'),
    status: f.defaulted(
      f.choice('Status', [
        'draft',
        { value: 'inprogress', label: 'In progress' },
        'completed',
        'rejected',
        'expired',
      ]),
    ),
    parent_entity: f.nullable(f.code('Belongs To')),
    parent_id: f.nullable(f.uuid('Belongs To Id')),
    business_id: f.nullable(f.uuid('Business')),
    attachment_id: f.nullable(f.uuid('Attachment')),
    /** The link of two businesses that a paper is for. */
    service_id: f.nullable(f.uuid('Service')),
    valid_from: f.nullable(f.day('Valid From')),
    valid_to: f.nullable(f.day('Valid To')),
    reference: f.nullable(f.text('Reference')),
    method: f.nullable(f.code('Method')),
    comment: f.nullable(f.text('Comment')),
    /** Of an insurance. */
    sum_insured: f.nullable(f.money('Sum Insured')),
    currency_id: f.nullable(f.uuid('Currency')),
    /** The number of the paper among those of its kind. */
    round: f.nullable(f.integer('Round')),
    uploaded_by: f.nullable(f.code('Uploaded By')),
    verified_by: f.nullable(f.code('Verified By')),
    verified_at: f.nullable(f.instant('Verified At')),
    created_by: f.nullable(f.code('Created By')),
    created_by_name: f.nullable(f.text('Sent By')),
    sent_at: f.nullable(f.instant('Sent At')),
    expires_at: f.nullable(f.instant('To Sign Until')),
    completed_at: f.nullable(f.instant('Completed At')),
    reason: f.nullable(f.text('Reason')),
    frozen_sha256: f.nullable(f.code('Checksum As Sent')),
    final_sha256: f.nullable(f.code('Checksum As Signed')),
    certificate_sha256: f.nullable(f.code('Checksum Of The Certificate')),
    sealed_by: f.nullable(f.code('Sealed By')),
    /** The authority of timestamps did not answer for a day. */
    timestamp_missing: f.defaulted(f.boolean('Timestamp Missing')),
    /** The service that the document was handed to; null: it is signed here. */
    signed_with: f.nullable(f.choice('Signed With', ['documenso'])),
    /** The version of the template that made it. */
    template_id: f.nullable(f.uuid('Template')),
    missing: f.defaulted(f.tags('Still Needed')),
    ...file_parties,
    ...f.stamps,
  },
  unread: {
    envelope_id: f.nullable(f.code('Envelope')),
    uploaded_as: f.nullable(f.code('Uploaded As')),
    ...f.told_stamp,
  },
  relations: {
    attachment: f.to_one('platform.attachment', 'attachment_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
    business: f.to_one('business.party', 'business_id'),
    signers: f.to_many('platform.signer', 'document_id'),
    /** As it was sent, as it was sealed, and its certificate. */
    files: f.to_many('platform.attachment', 'parent_id'),
  },
})
