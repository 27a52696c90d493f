/**
 * People with a role that can release money need a second factor, and all people of a business or an installation that
 * asks for one. A demo needs none.
 */
import { money_roles } from '#entity/roles.ts'
import type { Instant } from '#kernel/instant.ts'
import type { Tx } from '../verb.ts'

/** Ways to sign in, as sessions keep them. */
export type SignInMethod = 'pwd' | 'mail' | 'totp' | 'passkey' | 'sms' | 'recovery' | 'oidc' | 'sso' | 'demo'

/** SMS is none: enough for other roles, never for one that can release money. */
const second: readonly SignInMethod[] = ['totp', 'passkey', 'recovery', 'demo']
/** Enough where the business alone asks. */
const any_second: readonly SignInMethod[] = [...second, 'sms']

const list = (words: readonly string[]): string => `'{${words.join(',')}}'::text[]`
const is_demo = '(select is_demo from platform.installation)'

const everybody = '(select second_factor_from from platform.installation)'
/** Of a business `b`: the moment from which it, or the operator, asks all its people. */
const asked_from = `least(b.second_factor_from, ${everybody})`

/** Of a contact `c`, its business `b` and a session `s`: the session may act for it. */
export const isSignedInEnough = (
  now: string,
): string => `((not c.roles && ${list(money_roles)} or s.methods && ${list(second)})
      and (coalesce(${asked_from} > ${now}::timestamptz, true) or s.methods && ${list(any_second)})
    or ${is_demo})`

/** Of a business `b` and a session `s`: the coming moment from which the session has too few factors; null for none. */
export const askedEnd = (
  now: string,
): string => `(case when ${asked_from} > ${now}::timestamptz and s.impersonator_user_id is null
      and not s.methods && ${list(any_second)} and not ${is_demo} then ${asked_from} end)`

/**
 * Of a contact `c` and a session `s`: in a role that can release money a session ends 12 hours after its last use and
 * 7 days after the sign-in. Use is written once an hour, so it may end up to an hour before.
 */
export const isRecentEnough = (now: string): string => `(not c.roles && ${list(money_roles)}
    or s."updatedAt" > ${now}::timestamptz - interval '12 hours' and s."createdAt" > ${now}::timestamptz - interval '7 days'
    or ${is_demo})`

/** Of a contact `c` and a session `s`: when `isRecentEnough` ends it unless it is used; null where it does not. */
export const recentEnd = `(case when c.roles && ${list(money_roles)} and not ${is_demo}
    then least(s."updatedAt" + interval '12 hours', s."createdAt" + interval '7 days') end)`

/** Why a person needs a second factor. */
export type FactorNeed = {
  /** A role that can release money: SMS is not enough. */
  readonly by_role: boolean
  /** The name of a business that asks all its people for one, or the installation. */
  readonly asked_by: string | null
}

/** The contacts of the person `$1`; a demo asks nobody. */
const seats = `seats as (
  select c.roles, c.joined_at, b.name, b.second_factor_from, ${asked_from} as asked_from from business.business_contact c
  join business.business b on b.id = c.business_id and b.is_active and b.deleted_at is null
  where c.user_id = $1 and c.is_active and c.deleted_at is null and not ${is_demo})`
const by_role = `exists (select from seats where roles && ${list(money_roles)})`

/** In the place of a business's name. */
const operators_own = 'This installation'

/** The need of a person in all their businesses, since a sign-in opens each of them. */
export async function factorNeed(tx: Tx, user_id: string, now: Instant): Promise<FactorNeed> {
  const row = await tx.row<FactorNeed>(
    `with ${seats} select ${by_role} as by_role,
       (select min(case when second_factor_from <= $2 then name else '${operators_own}' end) from seats
         where joined_at is not null and roles <> '{}' and asked_from <= $2) as asked_by`,
    [user_id, now],
  )
  return row ?? { by_role: false, asked_by: null }
}

export const isNeeded = ({ by_role, asked_by }: FactorNeed): boolean => by_role || asked_by !== null

/** The reason in words; null where none is needed. */
export function needText({ by_role, asked_by }: FactorNeed): string | null {
  if (by_role) return 'Your role needs a second factor'
  return asked_by === null ? null : `${asked_by} asks its people for a second factor`
}

export const needsSecondFactor = async (tx: Tx, user_id: string, now: Instant): Promise<boolean> =>
  isNeeded(await factorNeed(tx, user_id, now))

/** A role that can release money: an app or a passkey, not SMS. */
export async function needsStrongFactor(tx: Tx, user_id: string): Promise<boolean> {
  const row = await tx.row<{ needs: boolean }>(`with ${seats} select ${by_role} as needs`, [user_id])
  return row?.needs ?? false
}

export const hasSecondFactor = (methods: readonly SignInMethod[]): boolean =>
  methods.some((method) => second.includes(method))

/** Whether a sign-in in these ways has the factors that are needed. */
export function isEnough(methods: readonly SignInMethod[], need: FactorNeed): boolean {
  if (hasSecondFactor(methods)) return true
  return !need.by_role && (need.asked_by === null || methods.includes('sms'))
}
