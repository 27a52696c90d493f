/**
 * Action codes of a session (spec §2: row actions show only when the user's allowed action codes include the update).
 * A verb that a row action `requires` gets a line here.
 */
import { isOneOf } from '#business/shared/who-may.rules.ts'
import { verbs } from '#business/verbs.ts'
import type { Viewer } from '#entity/access.ts'

const action_codes = [
  'business.bank_account.create',
  'business.bank_account.update',
  'business.business_contact.create',
  'business.business_contact.update',
  'log.unconfirmed_user.resend',
  'log.unconfirmed_user.revoke',
  'transaction.invoice.chase',
]

const not_for_impersonators = [...verbs.values()]
  .filter((verb) => verb.impersonator === 'refused')
  .map((verb) => verb.action_id)

/** Verbs that the session does on no record: nobody decides in the name of another person. */
export const refusedActions = ({
  impersonator_user_id,
}: Pick<Viewer, 'impersonator_user_id'>): readonly string[] =>
  impersonator_user_id === null ? [] : not_for_impersonators

/** The codes of the viewer's row actions (spec §2). */
export const allowedActions = (viewer: Pick<Viewer, 'category' | 'roles'>): string[] =>
  action_codes.filter((code) => isOneOf(viewer, verbs.get(code)?.who ?? {}))
