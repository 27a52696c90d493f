/** The rules of a role that can release money: a second person decides (docs/security.md, role changes). Pure. */
import type { Viewer, WhoMay } from '#entity/access.ts'
import { hasMoneyRole, money_roles } from '#entity/roles.ts'
import { type Instant, instantFromMs, toMs } from '#kernel/instant.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import { transitions } from '../shared/transitions.rules.ts'
import { isSamePerson } from '../shared/who-may.rules.ts'
import { contact_changers } from './contact.rules.ts'

/** The answer to the asker. */
export const role_waits = 'Saved. The role waits for a second person'

const ROLE_CHANGE_DAYS = 7
const DAY_MS = 24 * 60 * 60_000

/** The end of a role change that is asked for now. */
export const endOf = (now: Instant): Instant => instantFromMs(toMs(now) + ROLE_CHANGE_DAYS * DAY_MS)

interface Seat {
  readonly roles: readonly string[]
  readonly is_active: boolean
  /** Has an account, or gets one now. */
  readonly signs_in: boolean
}

/** The part of a change that waits. */
export interface AskedRights {
  /** Roles that are added. */
  readonly roles: readonly string[]
  readonly reactivates: boolean
  readonly invites: boolean
}

/**
 * The rights of a change that wait for a second person; null without any. Roles given before an account are given to nobody
 * yet, so the account waits as well.
 */
export function askedRights(before: Seat, after: Seat): AskedRights | null {
  const roles = money_roles.filter((role) => after.roles.includes(role) && !before.roles.includes(role))
  const hasMoney = hasMoneyRole(after.roles)
  const reactivates = hasMoney && !before.is_active && after.is_active
  const invites = hasMoney && !before.signs_in && after.signs_in
  return roles.length > 0 || reactivates || invites ? { roles, reactivates, invites } : null
}

export type RoleChangeStatus = 'pending' | 'approved' | 'rejected' | 'withdrawn' | 'expired'

export interface RoleChangeFacts {
  readonly status: RoleChangeStatus
  readonly name: string
  readonly business_id: string
  readonly user_id: string | null
  readonly email: string
  readonly asked_by: string
  /** `business`, `provider` or `operator`. */
  readonly waits_for: string | null
}

/** Decided when it is read; the nightly status only follows. */
export const statusAt = (
  { status, expires_at }: { readonly status: RoleChangeStatus; readonly expires_at: Instant },
  now: Instant,
): RoleChangeStatus => (status === 'pending' && expires_at <= now ? 'expired' : status)

export type RoleChangeAsker = Pick<Viewer, 'category' | 'roles' | 'user_id' | 'email' | 'business_id'> &
  Partial<Pick<Viewer, 'impersonator_user_id'>>

export type RoleChangeAction = 'approve' | 'reject' | 'withdraw'

const deciders: WhoMay = {
  agency: ['agency_admin'],
  funder: ['funder_admin'],
  provider: ['provider_admin'],
}

/** The asker, the person concerned and the decider are three people. */
function mayDecide(row: RoleChangeFacts, viewer: RoleChangeAsker): Verdict {
  if (isSamePerson(row.asked_by, viewer))
    return refuse('not_allowed', 'Somebody other than the asker decides this')
  if (isSamePerson(row.user_id, viewer) || row.email === viewer.email)
    return refuse('not_allowed', 'Nobody decides about their own role')
  if (row.waits_for === 'operator')
    return refuse('precondition', 'Nobody else can decide this here: the operator does, by npm run admin')
  const isTheirs =
    row.waits_for === 'provider' ? viewer.category === 'provider' : viewer.business_id === row.business_id
  return isTheirs || refuse('not_allowed', 'An administrator of this business decides this')
}

const mayWithdraw = (row: RoleChangeFacts, viewer: RoleChangeAsker): Verdict =>
  isSamePerson(row.asked_by, viewer) || refuse('not_allowed', 'Only the asker withdraws this')

export const { can, who } = transitions<RoleChangeAction, RoleChangeFacts, RoleChangeAsker>(
  {
    name: ({ name }) => `The role change of ${name}`,
    misfit: (row) => refuse('conflict', `The role change of ${row.name} is already ${row.status}`),
  },
  {
    approve: { from: ['pending'], to: 'approved', by: deciders, done: 'approved', refuse: mayDecide },
    reject: { from: ['pending'], to: 'rejected', by: deciders, done: 'rejected', refuse: mayDecide },
    withdraw: {
      from: ['pending'],
      to: 'withdrawn',
      by: contact_changers,
      done: 'withdrawn',
      refuse: mayWithdraw,
    },
  },
)

/** A contact through which a person acts. */
export interface ActingSeat {
  readonly id: string
  readonly business_id: string
  readonly user_id: string
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly roles: readonly string[]
  readonly provider_id: string
  readonly is_provider: boolean
}

/**
 * The contact with a role that can release money whose business decides: of the provider, else the oldest.
 * @param seats the oldest first
 * @returns undefined where no role can release money
 */
export function decidingSeat<S extends Pick<ActingSeat, 'roles' | 'is_provider'>>(
  seats: readonly S[],
): S | undefined {
  const money = seats.filter(({ roles }) => hasMoneyRole(roles))
  return money.find(({ is_provider }) => is_provider) ?? money[0]
}
