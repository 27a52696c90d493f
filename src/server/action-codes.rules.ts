/**
 * Action codes of a session (spec §2: row actions show only when the user's allowed action codes include the update).
 * The verbs decide; this only hides actions that they would refuse. A verb that a row action `requires` gets a line
 * here.
 */
import { agency_side, isOneOf, type WhoMay } from '#business/shared/who-may.rules.ts'
import type { Viewer } from '#entity/access.ts'

const inviters: WhoMay = { ...agency_side, funder: ['funder_admin'] }

const action_codes: Readonly<Record<string, WhoMay>> = {
  'business.bank_account.create': agency_side,
  'business.bank_account.update': agency_side,
  'business.business_contact.create': agency_side,
  'business.business_contact.update': agency_side,
  'log.unconfirmed_user.resend': inviters,
  'log.unconfirmed_user.revoke': inviters,
  'transaction.invoice.chase': agency_side,
}

/** The codes of the viewer's row actions (spec §2). */
export function allowedActions(viewer: Pick<Viewer, 'category' | 'roles'>): string[] {
  return Object.entries(action_codes)
    .filter(([, who]) => isOneOf(viewer, who))
    .map(([code]) => code)
}
