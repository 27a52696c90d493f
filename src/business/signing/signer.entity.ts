import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

/** A person who signs a document, approves it, or gets a copy. */
export const signer = entity({
  module: 'platform',
  name: 'signer',
  label: 'Signer',
  plural: 'Signers',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    document_id: f.uuid('Document'),
    position: f.integer('Position'),
    role: f.choice('Role', [
      { value: 'signer', label: 'Signer' },
      { value: 'approver', label: 'Approver' },
      { value: 'copy', label: 'Gets a copy' },
    ]),
    party: f.choice('Party', ['agency', 'client', 'contractor', 'funder', 'provider']),
    business_id: f.nullable(f.uuid('Business')),
    contact_id: f.nullable(f.uuid('Contact')),
    /** The contact may no longer act for their side. */
    has_left: f.computed(f.boolean('Has Left'), 'platform.signer_has_left', 'contact_id'),
    name: f.text('Name'),
    email: f.email('Email'),
    status: f.choice('Status', ['waiting', 'asked', 'viewed', 'signed', 'declined']),
    auth: f.code('Proof'),
    signature_kind: f.nullable(f.code('Signature')),
    asked_at: f.nullable(f.instant('Asked At')),
    viewed_at: f.nullable(f.instant('Viewed At')),
    signed_at: f.nullable(f.instant('Signed At')),
    reminded_at: f.nullable(f.instant('Reminded At')),
    reassigned_at: f.nullable(f.instant('Passed On At')),
    comment: f.nullable(f.text('Comment')),
    ip: f.nullable(f.code('Address')),
    user_agent: f.nullable(f.text('Browser')),
    provider_id: f.nullable(f.uuid('Provider')),
    agency_id: f.nullable(f.uuid('Agency')),
    client_id: f.nullable(f.uuid('Client')),
    contractor_id: f.nullable(f.uuid('Contractor')),
    funder_id: f.nullable(f.uuid('Funder')),
    ...f.stamps,
  },
  unread: f.told_stamp,
})
