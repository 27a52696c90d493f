/** Rules of acting as somebody else (docs/security.md, impersonation). Pure. */
import type { Viewer, WhoMay } from '#entity/access.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import { byRole } from '../shared/who-may.rules.ts'

export const impersonators: WhoMay = { provider: ['provider_admin'] }
/** Roles that open or close a business to support. */
export const support_access_deciders: WhoMay = { agency: ['agency_admin'], funder: ['funder_admin'] }

export const impersonation_minutes = [15, 30, 60] as const
export type EndedBy = 'impersonator' | 'time' | 'revoked'

/** The topic of the mail to the person, at the end. */
export const impersonation_topic = 'impersonation'

export const REASON_MIN = 10
export const REASON_MAX = 500

/** The person in the sight of the impersonator. */
export interface ActingTarget {
  readonly user_id: string | null
  /** Contact, user and business are active, and the person has joined. */
  readonly is_active: boolean
  readonly is_person: boolean
  /** The person acts for a provider too. */
  readonly is_of_provider: boolean
  /** The business admits support. */
  readonly support_access: boolean
  /** The impersonator acts as somebody already. */
  readonly is_second: boolean
}

type Of = Pick<Viewer, 'category' | 'roles' | 'user_id'>

/** One answer for all forbidden people, so that it says nothing of them. */
export function canActAs(target: ActingTarget, viewer: Of): Verdict {
  const verdict = byRole(viewer, impersonators)
  if (verdict !== true) return verdict
  const { user_id, is_active, is_person, is_of_provider, support_access, is_second } = target
  const isAllowed =
    user_id !== null &&
    user_id !== viewer.user_id &&
    is_active &&
    is_person &&
    !is_of_provider &&
    support_access &&
    !is_second
  return isAllowed || refuse('not_allowed', 'You cannot act as this person')
}
