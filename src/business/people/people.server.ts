/** People of a business with the facts of their sign-in, for its administrators. */
import { z } from 'zod'
import { visibleSql } from '#data/visible.ts'
import type { Viewer } from '#entity/access.ts'
import { admin_roles } from '#entity/roles.ts'
import type { Clock } from '#kernel/clock.ts'
import { notFound } from '#kernel/errors.ts'
import type { Tx } from '#server/verb.ts'
import { type PersonOfBusiness, personState } from './person-state.rules.ts'

export const peopleInput = z.strictObject({ business_id: z.uuid(), business_contact_id: z.uuid().optional() })

const MOST = 500

/** Administrators see the sign-ins of their own business, the provider's of every business that they see. */
function mayRead(viewer: Viewer, business_id: string): boolean {
  if (viewer.roles.includes('provider_admin')) return true
  return viewer.business_id === business_id && admin_roles.some((role) => viewer.roles.includes(role))
}

/** @throws not_found unless the viewer may read the sign-ins of the business */
export async function peopleOf(
  { tx, viewer, clock }: { readonly tx: Tx; readonly viewer: Viewer; readonly clock: Clock },
  { business_id, business_contact_id }: z.infer<typeof peopleInput>,
): Promise<PersonOfBusiness[]> {
  if (!mayRead(viewer, business_id)) throw notFound('Business')
  const now = clock.now()
  const params: unknown[] = [business_id, now, business_contact_id ?? null, MOST]
  const visible = visibleSql('business.business_contact', viewer, 't', params)
  const rows = await tx.rows<Omit<PersonOfBusiness, 'state'>>(
    `with seen as (
       select e.user_id, max(e.at) as at from log.security_event e
       where e.business_id = $1 and e.kind in ('sign_in', 'switch') and e.outcome = 'ok' group by e.user_id)
     select t.id, t.user_id, t.first_name, t.last_name, t.email, t.contact_phone, t.roles, t.is_active, t.joined_at,
       u.is_active and u.deactivated_at is null as is_user_active, seen.at as last_sign_in_at,
       (select count(*)::int from auth.session s where s.business_contact_id = t.id and s."userId" = t.user_id
          and s."expiresAt" > $2 and s.impersonator_user_id is null) as sessions,
       case when i.id is not null then json_build_object('state', i.state, 'sends', i.sends,
         'last_sent_at', i.last_sent_at, 'expires_at', i.expires_at) end as invitation,
       w.runs_at as factor_reset_at
     from business.business_contact t
     left join platform."user" u on u.id = t.user_id
     left join auth.factor_reset_wait w on w.user_id = t.user_id and w.state = 'waiting'
     left join seen on seen.user_id = t.user_id
     left join platform.invitation i on i.business_contact_id = t.id and i.state in ('sent', 'expired')
     where t.business_id = $1 and ($3::uuid is null or t.id = $3) and t.deleted_at is null
       and coalesce(u.kind, 'person') = 'person' and ${visible}
     order by t.is_active desc, t.last_name, t.first_name, t.id limit $4`,
    params,
  )
  return rows.map((row) => ({ ...row, state: personState(row, now) }))
}
