/** How far a person of a business is on the way in or out, as the People page says it. Pure. */
import type { Instant } from '#kernel/instant.ts'
import { isExpired } from './invitation.rules.ts'

export type PersonState = 'joined' | 'invited' | 'expired' | 'not_invited' | 'inactive' | 'deactivated'

export const state_words: Readonly<
  Record<
    PersonState,
    { readonly label: string; readonly tone: 'positive' | 'attention' | 'neutral' | 'critical' }
  >
> = {
  joined: { label: 'Joined', tone: 'positive' },
  invited: { label: 'Invited', tone: 'attention' },
  expired: { label: 'Invitation expired', tone: 'attention' },
  not_invited: { label: 'Not invited', tone: 'neutral' },
  inactive: { label: 'Inactive', tone: 'neutral' },
  deactivated: { label: 'Deactivated', tone: 'critical' },
}

export interface PersonFacts {
  readonly is_active: boolean
  readonly joined_at: Instant | null
  /** Null without an account. */
  readonly is_user_active: boolean | null
  readonly invitation: {
    readonly state: string
    readonly sends: number
    readonly last_sent_at: Instant
    readonly expires_at: Instant
  } | null
}

/** Deactivated, for all businesses, wins over inactive in this business. */
export function personState(
  { is_active, joined_at, is_user_active, invitation }: PersonFacts,
  now: Instant,
): PersonState {
  if (is_user_active === false) return 'deactivated'
  if (!is_active) return 'inactive'
  if (joined_at !== null) return 'joined'
  if (invitation === null) return 'not_invited'
  return isExpired(invitation, now) ? 'expired' : 'invited'
}

/** A row of the People page. */
export interface PersonOfBusiness extends PersonFacts {
  readonly id: string
  readonly user_id: string | null
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly contact_phone: string | null
  readonly roles: readonly string[]
  /** As the security log of this business shows it. */
  readonly last_sign_in_at: Instant | null
  /** Open ones that act for this business. */
  readonly sessions: number
  /** The moment of an approved reset of the second factors, until it is done or stopped. */
  readonly factor_reset_at: Instant | null
  readonly state: PersonState
}
