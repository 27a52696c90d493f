/** Tells limiter and agencies that a credit limit ends (onboarding: credit limit). */
import type { Instant } from '#kernel/instant.ts'
import type { Tx } from '#server/verb.ts'
import { limit_deciders } from '../change-requests/credit-limit/limit-request.rules.ts'
import { rolesSql } from '../shared/roles-sql.server.ts'
import { limit_ends_days } from '../terms/credit-limit.rules.ts'
import { daySql, inbox_people, person_columns } from './inbox-people.server.ts'
import { londonDay, toldDays } from './told-days.server.ts'
import { noticeSql } from './write-notices.server.ts'

const AGENCY_ROLES = ['agency_admin', 'primary_staff_user', 'agency_relationship_manager'] as const

/** `$2` is today. A limit that another one follows does not end. */
const ending = `
  select 'credit_limit_ends' as kind, 'business.credit_limit' as entity, l.id as entity_id, ${person_columns},
    'Credit limit of ' || k.name || ' ends on ' || ${daySql('l.effective_to')} as title, c.name as message,
    'business/client/' || k.id as link, told.days::text as days
  from business.credit_limit l join business.business k on k.id = l.client_id join business.business c on c.id = l.limiter_id
  join ${inbox_people} p on p.business_id = l.limiter_id
      and p.roles && ${rolesSql([...limit_deciders.provider, ...limit_deciders.funder])}
    or p.roles && ${rolesSql(AGENCY_ROLES)} and (p.business_id = l.agency_id or l.agency_id is null
      and exists (select from business.service s where s.type = 'client-agency' and s.from_business_id = l.client_id
        and s.to_business_id = p.business_id and s.status = 'active' and s.deleted_at is null))
  ${toldDays('l.effective_to', limit_ends_days, londonDay('l.created_at'))}
  where l.deleted_at is null
    and not exists (select from business.credit_limit n where n.client_id = l.client_id and n.limiter_id = l.limiter_id
      and n.currency_id = l.currency_id and n.agency_id is not distinct from l.agency_id and n.deleted_at is null
      and n.effective_from = l.effective_to + 1)`

export async function tellLimitsEnding(tx: Tx, at: Instant, today: string): Promise<void> {
  await tx.run(
    `${noticeSql('daily', `w.kind || ':' || w.entity_id || ':' || w.days || ':' || w.contact_id`)} from (${ending}) w
     on conflict (fact_key) do nothing`,
    [at, today],
  )
}
