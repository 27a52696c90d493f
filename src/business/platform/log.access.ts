import { type Access, viewer } from '#entity/access.ts'
import type { audit, mail, mail_attachment, notification_log } from './log.entity.ts'

/** Spec §6: the mail log shows mail addressed to the user's email. */
const to_me = { rows: { to: { _eq: viewer.email } }, fields: 'all' } as const

export const mail_access: Access<typeof mail> = {
  agency: to_me,
  client: to_me,
  contractor: to_me,
  funder: to_me,
  provider: to_me,
}

export const mail_attachment_access: Access<typeof mail_attachment> = {
  agency: to_me,
  client: to_me,
  contractor: to_me,
  funder: to_me,
  provider: to_me,
}

/** Spec §6: only the user's own. Spec §7: never mutated here; reading one is a verb. */
const mine = { rows: { user_id: { _eq: viewer.user_id } }, fields: 'all' } as const

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
