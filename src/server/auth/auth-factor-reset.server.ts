/** A password alone sets up no second factor in place of another one: a link by mail comes before it. */
import type { Instant } from '#kernel/instant.ts'
import type { Tx } from '../verb.ts'
import type { LinkReason } from './auth-challenge.server.ts'
import { factorNeed, isNeeded } from './auth-required.server.ts'

/**
 * The reason for the link, until a factor is set up: a reset, or a role for which the person's phone is not enough.
 * @returns null for people that need no second factor, and for those that have one
 */
export async function enrolsByMail(tx: Tx, user_id: string, now: Instant): Promise<LinkReason | null> {
  const facts = await tx.row<{ was_reset: boolean; has_phone_alone: boolean }>(
    `select exists (select from auth.factor_reset r where r.user_id = $1
         and not exists (select from auth.factor f
           where f.user_id = r.user_id and f.type <> 'sms' and f.confirmed_at >= r.reset_at)) as was_reset,
       coalesce(bool_and(f.type = 'sms'), false) as has_phone_alone
     from auth.factor f where f.user_id = $1 and f.confirmed_at is not null`,
    [user_id],
  )
  if (!facts || !(facts.was_reset || facts.has_phone_alone)) return null
  const need = await factorNeed(tx, user_id, now)
  if (facts.was_reset && isNeeded(need)) return 'factor_reset'
  // A phone is enough where the business alone asks.
  return facts.has_phone_alone && need.by_role ? 'phone_alone' : null
}
