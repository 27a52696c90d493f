/** People with a role that can release money need a second factor. A demo needs none. */
import { money_roles } from '#entity/roles.ts'
import type { Tx } from '../verb.ts'

/** Ways to sign in, as sessions keep them. */
export type SignInMethod = 'pwd' | 'mail' | 'totp' | 'passkey' | 'sms' | 'recovery' | 'oidc' | 'sso' | 'demo'

/** SMS is none: enough for other roles, never for one that can release money. */
const second: readonly SignInMethod[] = ['totp', 'passkey', 'recovery', 'demo']

const list = (words: readonly string[]): string => `'{${words.join(',')}}'::text[]`

/** Of a contact `c` and a session `s`: the session may act in the contact's roles. */
export const isSignedInEnough = `(not c.roles && ${list(money_roles)} or s.methods && ${list(second)}
    or (select is_demo from platform.installation))`

/**
 * Of a contact `c` and a session `s`: in a role that can release money a session ends 12 hours after its last use and
 * 7 days after the sign-in. Use is written once an hour, so it may end up to an hour before.
 */
export const isRecentEnough = (now: string): string => `(not c.roles && ${list(money_roles)}
    or s."updatedAt" > ${now}::timestamptz - interval '12 hours' and s."createdAt" > ${now}::timestamptz - interval '7 days'
    or (select is_demo from platform.installation))`

/** Of a contact `c` and a session `s`: when `isRecentEnough` ends it unless it is used; null where it does not. */
export const recentEnd = `(case when c.roles && ${list(money_roles)} and not (select is_demo from platform.installation)
    then least(s."updatedAt" + interval '12 hours', s."createdAt" + interval '7 days') end)`

export async function needsSecondFactor(tx: Tx, user_id: string): Promise<boolean> {
  const row = await tx.row<{ needs: boolean }>(
    `select not (select is_demo from platform.installation) and exists (
       select from business.business_contact c
       join business.business b on b.id = c.business_id and b.is_active and b.deleted_at is null
       where c.user_id = $1 and c.is_active and c.deleted_at is null and c.roles && ${list(money_roles)}) as needs`,
    [user_id],
  )
  return row?.needs ?? false
}

export const hasSecondFactor = (methods: readonly SignInMethod[]): boolean =>
  methods.some((method) => second.includes(method))
