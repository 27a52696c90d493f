import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'
import { kind_names, mail_times, notification_kinds } from './notification-kinds.rules.ts'

const mail_states = ['queued', 'kept', 'sent', 'deferred', 'refused', 'given_up', 'failed'] as const

/** The mail server's last sentence, the tries so far and the next one. */
const delivery_facts = {
  answer: f.nullable(f.text('Answer of the Server')),
  tries: f.defaulted(f.integer('Tries')),
  next_try_at: f.nullable(f.instant('Next Try')),
}

/** The sending business, and the mail that a person wrote; mails of documents have none. People of the sender read the delivery. */
const sender_facts = {
  sender_business_id: f.nullable(f.uuid('Sender')),
  communication_id: f.nullable(f.uuid('Written Mail')),
}

export const mail = entity({
  module: 'log',
  name: 'mail',
  label: 'Mail',
  plural: 'Mail Log',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    to: f.email('To'),
    subject: f.searchable(f.text('Subject')),
    body_text: f.text('Text'),
    status: f.choice('Status', mail_states),
    error: f.nullable(f.text('Error')),
    ...delivery_facts,
    parent_entity: f.nullable(f.code('About')),
    parent_id: f.nullable(f.uuid('About Id')),
    /** Null in mails to the person, whatever business they act for. */
    provider_id: f.nullable(f.uuid('Provider')),
    agency_id: f.nullable(f.uuid('Agency')),
    ...sender_facts,
    ...f.stamps,
  },
  unread: { fact_key: f.code('Fact') },
  relations: { attachments: f.to_many('log.mail_attachment', 'mail_id') },
})

/** The delivery of a mail that the viewer's business sent: its text stays with the recipient. */
export const mail_delivery = entity({
  module: 'log',
  name: 'mail_delivery',
  label: 'Mail Delivery',
  plural: 'Mail Deliveries',
  table: 'log.mail',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    to: f.email('To'),
    subject: f.text('Subject'),
    status: f.choice('Status', mail_states),
    ...delivery_facts,
    parent_entity: f.nullable(f.code('About')),
    parent_id: f.nullable(f.uuid('About Id')),
    ...sender_facts,
    ...f.stamps,
  },
  relations: { invoice: f.to_one('transaction.invoice', 'parent_id') },
})

export const mail_attachment = entity({
  module: 'log',
  name: 'mail_attachment',
  label: 'Mail Attachment',
  plural: 'Mail Attachments',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    mail_id: f.uuid('Mail'),
    to: f.email('To'),
    file_name: f.text('File Name'),
    file_url: f.text('File'),
    content_type: f.code('Content Type'),
    size_bytes: f.integer('Size'),
    sha256: f.code('Checksum'),
  },
  relations: { mail: f.to_one('log.mail', 'mail_id') },
})

export const notification_log = entity({
  module: 'log',
  name: 'notification_log',
  label: 'Notification',
  plural: 'Notifications',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    title: f.text('Title'),
    message: f.text('Message'),
    link: f.nullable(f.text('Link')),
    read_at: f.nullable(f.instant('Read At')),
    user_id: f.code('User'),
    created_at: f.instant('Created At'),
    /** Null: a notice to the person, whatever business they act for. */
    business_contact_id: f.nullable(f.uuid('Contact')),
    business_id: f.nullable(f.uuid('Business')),
    kind: f.choice(
      'Kind',
      kind_names.map((value) => ({ value, label: notification_kinds[value].label })),
    ),
    class: f.choice('Class', ['task', 'notice']),
    entity: f.nullable(f.code('About')),
    entity_id: f.nullable(f.uuid('About Id')),
    state: f.choice('State', ['open', 'snoozed', 'done']),
    snoozed_until: f.nullable(f.instant('Snoozed Until')),
    done_at: f.nullable(f.instant('Done At')),
    assigned_from: f.nullable(f.uuid('Assigned From')),
    /** The person's own decision on the record waits for its ten seconds. */
    held_decision_id: f.nullable(f.uuid('Held Decision')),
  },
  unread: {
    fact_key: f.code('Fact'),
    actor_user_id: f.nullable(f.code('Actor')),
    mail: f.choice('Mail', mail_times),
    mailed_at: f.nullable(f.instant('Mailed At')),
  },
})

/** The audit log, hash-chained per agency or provider (I16). */
export const audit = entity({
  module: 'log',
  name: 'audit',
  label: 'Audit Entry',
  plural: 'Audit Log',
  soft_delete: false,
  fields: {
    id: f.integer('No'),
    at: f.instant('At'),
    action_id: f.searchable(f.code('Action')),
    entity: f.code('Entity'),
    entity_id: f.uuid('Entity Id'),
    old_values: f.nullable(f.json('Old Values')),
    new_values: f.nullable(f.json('New Values')),
    user_id: f.code('User'),
    impersonator_user_id: f.nullable(f.code('Impersonator')),
    business_id: f.uuid('Business'),
    chain_id: f.uuid('Chain'),
    chain_no: f.integer('Chain No'),
    previous_hash: f.code('Previous Hash'),
    hash: f.code('Hash'),
  },
})
