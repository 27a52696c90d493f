import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

const debt_parties = {
  provider_id: f.uuid('Provider'),
  agency_id: f.uuid('Agency'),
  client_id: f.uuid('Client'),
  funder_id: f.nullable(f.uuid('Funder')),
} as const

/** A client's objection to an invoice, and its owner (experience.md, page 8). */
export const dispute = entity({
  module: 'transaction',
  name: 'dispute',
  label: 'Dispute',
  plural: 'Disputes',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    invoice_id: f.uuid('Invoice'),
    ...debt_parties,
    status: f.defaulted(f.choice('Status', ['open', 'settled'])),
    reason: f.text('Reason'),
    raised_by: f.text('Raised By'),
    raised_on: f.day('Raised On'),
    owner_id: f.nullable(f.uuid('Owner')),
    owner_name: f.nullable(f.text('Owner')),
    owner_business_id: f.nullable(f.uuid('Owner of')),
    settled_by: f.nullable(f.text('Settled By')),
    settled_on: f.nullable(f.day('Settled On')),
    resolution: f.nullable(f.text('Resolution')),
    ...f.stamps,
  },
  unread: f.told_stamp,
  relations: {
    client: f.to_one('business.party', 'client_id'),
    agency: f.to_one('business.party', 'agency_id'),
    owner_business: f.to_one('business.party', 'owner_business_id'),
    invoice: f.to_one('transaction.invoice', 'invoice_id'),
  },
})

/** One step of a dispute: raised, assigned, settled. */
export const dispute_step = entity({
  module: 'transaction',
  name: 'dispute_step',
  label: 'Dispute Step',
  plural: 'Dispute Steps',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    dispute_id: f.uuid('Dispute'),
    action: f.choice('Action', ['raised', 'assigned', 'settled']),
    owner_name: f.nullable(f.text('Owner')),
    comment: f.nullable(f.text('Comment')),
    user_name: f.text('User'),
    on_date: f.day('On'),
    ...debt_parties,
    created_at: f.instant('Created At'),
  },
  relations: { dispute: f.to_one('transaction.dispute', 'dispute_id') },
})
