/** Sessions in which support acts as somebody else: opened, and held by their conditions. */
import { randomBytes } from 'node:crypto'
import type { Viewer } from '#entity/access.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Instant } from '#kernel/instant.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { Tx } from '#server/verb.ts'

/**
 * Of an acting session `s` of a contact `c`: its time is not over, the previous session still acts as an administrator of
 * the provider, and the business admits support.
 * @param now the parameter of the moment
 */
export const actingHolds = (now: string): string => `(s.impersonation_ends_at > ${now}
    and exists (select from business.business t where t.id = c.business_id and t.support_access)
    and exists (select from auth.session f
      join business.business_contact fc on fc.id = f.business_contact_id and fc.user_id = f."userId"
      join business.business fb on fb.id = fc.business_id and fb.id = s.impersonator_business_id and fb.is_active
        and fb.deleted_at is null
      join platform."user" i on i.id = f."userId" and i.is_active and i.deactivated_at is null and i.deleted_at is null
      where f.id = s.impersonator_session_id and f."userId" = s.impersonator_user_id and f."expiresAt" > ${now}
        and f.impersonator_user_id is null and fc.is_active and fc.deleted_at is null and fc.joined_at is not null
        and 'provider_admin' = any (fc.roles)))`

/** Of a session `s`: when `actingHolds` ends it; null where nobody acts. */
export const actingEnd = `least(s.impersonation_ends_at,
    (select f."expiresAt" from auth.session f where f.id = s.impersonator_session_id))`

type Acting = {
  readonly user_id: string
  readonly business_contact_id: string
  readonly reason: string
  readonly ends_at: Instant
}

/** A second session beside the impersonator's own, never renewed. It proves nothing, so it confirms nothing. */
export async function openActingSession(
  { tx, clock }: { readonly tx: Tx; readonly clock: Clock },
  impersonator: Viewer,
  { user_id, business_contact_id, reason, ends_at }: Acting,
): Promise<{ session_id: string }> {
  const session_id = newUuid(clock)
  await tx.run(
    `insert into auth.session (id, "userId", token, "expiresAt", "createdAt", "updatedAt", business_contact_id)
     values ($1, $2, $3, $4, $5, $5, $6)`,
    [session_id, user_id, randomBytes(32).toString('base64url'), ends_at, clock.now(), business_contact_id],
  )
  await tx.run(
    `update auth.session s set impersonator_user_id = $2, impersonator_business_id = $3, impersonator_session_id = $4,
       impersonation_reason = $5, impersonation_ends_at = $6
     where id = $1`,
    [session_id, impersonator.user_id, impersonator.business_id, impersonator.session_id, reason, ends_at],
  )
  return { session_id }
}
