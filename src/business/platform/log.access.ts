import { type Access, each_role, field_groups, type RowRule, type RuleValue, viewer } from '#entity/access.ts'
import { no_commission_roles } from '#entity/roles.ts'
import { no_commission_invoice } from '../shared/own-rows.access.ts'
import { type audit, mail, mail_attachment, mail_delivery, notification_log } from './log.entity.ts'

const mail_fields = field_groups(mail, {
  facts: [
    'id to subject body_text status error answer tries next_try_at parent_entity parent_id created_at updated_at',
  ],
  parties: ['provider_id agency_id'],
  sender: ['sender_business_id communication_id'],
})
const file_fields = field_groups(mail_attachment, {
  facts: ['id mail_id to file_name file_url content_type size_bytes sha256'],
})

const to_me = { to: { _eq: viewer.email } } as const
const none_or = <const F extends 'provider_id' | 'agency_id'>(field: F, whose: RuleValue): RowRule => ({
  _or: [{ [field]: { _is_null: true } }, { [field]: { _eq: whose } }],
})

/**
 * Spec §6: the mail log shows mail addressed to the user's email. Of the business they act for, as far as mails name one:
 * a business's own sign-in and support speak for that business alone (decision 0154).
 */
const of_provider = { _and: [to_me, none_or('provider_id', viewer.provider_id)] } as const
const of_agency = { _and: [of_provider, none_or('agency_id', viewer.business_id)] } as const

const mails = (rows: RowRule) => ({ rows, fields: mail_fields('facts') })
const files = (rows: RowRule) => ({ rows: { mail: rows }, fields: file_fields('facts') })

export const mail_access: Access<typeof mail> = {
  agency: mails(of_agency),
  client: mails(of_provider),
  contractor: mails(of_provider),
  funder: mails(of_provider),
  provider: mails(of_provider),
}

export const mail_attachment_access: Access<typeof mail_attachment> = {
  agency: files(of_agency),
  client: files(of_provider),
  contractor: files(of_provider),
  funder: files(of_provider),
  provider: files(of_provider),
}

const delivery_fields = field_groups(mail_delivery, {
  facts: [
    'id to subject status answer tries next_try_at parent_entity parent_id communication_id sender_business_id created_at updated_at',
  ],
})
const sent_by_us = { sender_business_id: { _eq: viewer.business_id } } as const
const deliveries = { rows: sent_by_us, fields: delivery_fields('facts') } as const

/** The people of the sender's business, as they read its written mails and its documents (decision 0170). */
export const mail_delivery_access: Access<typeof mail_delivery> = {
  agency: {
    ...deliveries,
    rows_by_role: each_role(no_commission_roles, {
      _or: [{ communication_id: { _is_null: false } }, { invoice: no_commission_invoice }],
    }),
  },
  client: null,
  contractor: null,
  funder: deliveries,
  provider: deliveries,
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
