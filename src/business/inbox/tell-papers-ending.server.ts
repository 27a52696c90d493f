/** Tells people that a paper ends soon, or has ended (onboarding: compliance). */
import type { Instant } from '#kernel/instant.ts'
import type { Tx } from '#server/verb.ts'
import { paper_ends_days, paper_services } from '../parties/compliance/compliance.rules.ts'
import { insurances } from '../parties/compliance/insurance.rules.ts'
import { rolesSql } from '../shared/roles-sql.server.ts'
import { daySql, inbox_people, person_columns } from './inbox-people.server.ts'
import { londonDay, toldDays } from './told-days.server.ts'
import { noticeSql } from './write-notices.server.ts'

const { agency, provider } = paper_services['contractor-agency'].checks

const insured = insurances.map((type) => `'${type}'`).join(', ')

/** `$2` is today. A limit that a later limit follows does not end. */
const ending = `
  select 'document_ends' as kind, 'platform.document' as entity, d.id as entity_id, ${person_columns},
    d.title || ' of ' || b.name || case when d.valid_to < $2::date then ' has ended' else ' ends on ' || ${daySql('d.valid_to')} end
      as title,
    case when d.type = 'right_to_work' and d.valid_to < $2::date then 'No timesheets are made until a new one is verified'
      when d.type = 'umbrella_due_diligence' and d.valid_to < $2::date then 'Payments to it wait until a new one is verified'
      when d.type in (${insured}) and d.valid_to < $2::date then 'New placements that need it wait until a new one is verified'
      else 'Add the next one in time' end as message,
    'business/' || b.type || '/' || b.id as link, told.days::text as days
  from platform.document d join business.business b on b.id = d.business_id
  join ${inbox_people} p on p.business_id = d.agency_id and p.roles && ${rolesSql(agency)}
    or p.business_id = d.contractor_id and 'contractor' = any (p.roles)
    or d.contractor_id is null and p.business_id = d.provider_id and p.roles && ${rolesSql(provider)}
  ${toldDays('d.valid_to', paper_ends_days, londonDay('coalesce(d.verified_at, d.created_at)'))}
  where d.status in ('completed', 'expired') and d.uploaded_by is not null and d.deleted_at is null
    and not exists (select from platform.document n where n.type = d.type and n.business_id = d.business_id
      and n.service_id is not distinct from d.service_id and n.round > d.round and n.status = 'completed'
      and (n.type <> 'umbrella_due_diligence' or n.agency_id = d.agency_id) and n.deleted_at is null)`

export async function tellPapersEnding(tx: Tx, at: Instant, today: string): Promise<void> {
  await tx.run(
    `${noticeSql('daily', `w.kind || ':' || w.entity_id || ':' || w.days || ':' || w.contact_id`)} from (${ending}) w
     on conflict (fact_key) do nothing`,
    [at, today],
  )
}
