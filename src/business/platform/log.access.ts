import { type Access, field_groups, viewer } from '#entity/access.ts'
import { type audit, mail, mail_attachment, notification_log } from './log.entity.ts'

const mail_fields = field_groups(mail, {
  facts: ['id to subject body_text status error parent_entity parent_id created_at updated_at'],
})
const file_fields = field_groups(mail_attachment, {
  facts: ['id mail_id to file_name file_url content_type size_bytes sha256'],
})

/** Spec §6: the mail log shows mail addressed to the user's email. */
const to_me = { to: { _eq: viewer.email } } as const
const my_mail = { rows: to_me, fields: mail_fields('facts') } as const
const my_file = { rows: to_me, fields: file_fields('facts') } as const

export const mail_access: Access<typeof mail> = {
  agency: my_mail,
  client: my_mail,
  contractor: my_mail,
  funder: my_mail,
  provider: my_mail,
}

export const mail_attachment_access: Access<typeof mail_attachment> = {
  agency: my_file,
  client: my_file,
  contractor: my_file,
  funder: my_file,
  provider: my_file,
}

const notification_fields = field_groups(notification_log, {
  facts: [
    'id title message link read_at user_id created_at business_contact_id business_id kind class entity entity_id',
    'state snoozed_until done_at assigned_from held_decision_id',
  ],
})

/**
 * Spec §6: only the user's own, of the business they act for or of none. Spec §7: never mutated here; reading one is a
 * verb.
 */
const mine = {
  rows: {
    user_id: { _eq: viewer.user_id },
    _or: [
      { business_contact_id: { _is_null: true } },
      { business_contact_id: { _eq: viewer.business_contact_id } },
    ],
  },
  fields: notification_fields('facts'),
} as const

export const notification_log_access: Access<typeof notification_log> = {
  agency: mine,
  client: mine,
  contractor: mine,
  funder: mine,
  provider: mine,
}

const own_chain = { chain_id: { _eq: viewer.business_id } } as const

/** An agency's and a provider's administrators read the chain of their own business. */
export const audit_access: Access<typeof audit> = {
  agency: { rows: own_chain, roles: ['agency_admin'], fields: 'all' },
  client: null,
  contractor: null,
  funder: null,
  provider: { rows: own_chain, roles: ['provider_admin'], fields: 'all' },
}
