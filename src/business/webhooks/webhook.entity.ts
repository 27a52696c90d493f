import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

/** An address that receives the events of a business's records. Its secret is shown once and kept encrypted. */
export const webhook = entity({
  module: 'platform',
  name: 'webhook',
  label: 'Webhook',
  plural: 'Webhooks',
  fields: {
    id: f.uuid('Id'),
    url: f.searchable(f.url('Address')),
    events: f.tags('Events'),
    state: f.choice('State', ['active', 'paused', 'disabled']),
    reason: f.nullable(f.text('Reason')),
    failing_since: f.nullable(f.instant('Failing Since')),
    old_secret_until: f.nullable(f.instant('Old Secret Until')),
    created_by_name: f.text('Made By'),
    business_id: f.uuid('Business'),
    ...f.stamps,
  },
  unread: {
    secret_enc: f.code('Secret'),
    old_secret_enc: f.nullable(f.code('Old Secret')),
    created_by: f.code('Created By'),
  },
  relations: {},
})

/** One fact on its way to one webhook. Kept for 30 days. */
export const webhook_delivery = entity({
  module: 'platform',
  name: 'webhook_delivery',
  label: 'Delivery',
  plural: 'Deliveries',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    webhook_id: f.uuid('Webhook'),
    message_id: f.uuid('Message'),
    event: f.searchable(f.code('Event')),
    payload: f.text('Body'),
    state: f.defaulted(f.choice('State', ['pending', 'delivered', 'failed'])),
    attempts: f.defaulted(f.integer('Tries')),
    next_attempt_at: f.nullable(f.instant('Next Try')),
    last_attempt_at: f.nullable(f.instant('Last Try')),
    status_code: f.nullable(f.integer('Status')),
    error: f.nullable(f.text('Fault')),
    response: f.nullable(f.text('Answer')),
    duration_ms: f.nullable(f.integer('Milliseconds')),
    business_id: f.uuid('Business'),
    ...f.stamps,
  },
  unread: {
    entity: f.nullable(f.code('Entity')),
    entity_id: f.nullable(f.uuid('Record')),
    lease_id: f.nullable(f.uuid('Claim')),
    lease_until: f.nullable(f.instant('Claimed Until')),
  },
  relations: {},
})
