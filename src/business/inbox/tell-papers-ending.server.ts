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
      when d.type = 'self_billing_agreement' and d.valid_to < $2::date then 'Self-bills carry no VAT until a new one is verified'
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
      and (n.type not in ('umbrella_due_diligence', 'self_billing_agreement') or n.agency_id is not distinct from d.agency_id) and n.deleted_at is null)`

/** Days of self-billing that no document says: entered in a form or import, for a payee that charges VAT. Its payee and agency have one agreement. */
const agreements = `
  select 'document_ends' as kind, 'business.service' as entity, g.id as entity_id, ${person_columns},
    'Self-billing agreement of ' || g.payee || case when g.self_billing_to < $2::date then ' has ended' else ' ends on ' || ${daySql('g.self_billing_to')} end
      as title,
    case when g.self_billing_to < $2::date then 'Self-bills carry no VAT until a new one is verified'
      else 'Renew it in time: self-bills carry no VAT after it' end as message,
    'business/contractor/' || g.contractor_id as link, told.days::text || ':' || g.self_billing_to as days
  from (
    select distinct on (p.id, s.to_business_id, a.self_billing_to) s.id, s.provider_id, s.to_business_id as agency_id,
      s.from_business_id as contractor_id, ${londonDay('s.created_at')} as since, a.self_billing_to, p.name as payee
    from business.service s join business.business b on b.id = s.from_business_id
    cross join lateral (
      select b.payment_company_id, s.self_billing_to
      union all select y.payment_company_id, y.self_billing_to from business.contractor_payee y
        where y.contractor_id = b.id and y.agency_id = s.to_business_id and y.deleted_at is null
          and (y.effective_to is null or y.effective_to >= $2::date)) a
    join business.business p on p.id = a.payment_company_id and p.type in ('limited', 'umbrella', 'selfemployed')
    join business.company c on c.id = p.company_id and c.is_vat_registered
    where s.type = 'contractor-agency' and s.status in ('active', 'suspended') and s.deleted_at is null
      and not exists (select from platform.document d where d.type = 'self_billing_agreement' and d.business_id = p.id
        and (d.agency_id is null or d.agency_id = s.to_business_id) and d.status in ('completed', 'expired') and d.uploaded_by is not null
        and d.valid_to = a.self_billing_to and d.deleted_at is null)
    order by p.id, s.to_business_id, a.self_billing_to, s.id) g
  join ${inbox_people} p on p.business_id = g.agency_id and p.roles && ${rolesSql(agency)}
    or p.business_id = g.contractor_id and 'contractor' = any (p.roles)
    or p.business_id = g.provider_id and p.roles && ${rolesSql(provider)}
  ${toldDays('g.self_billing_to', paper_ends_days, 'g.since')}`

export async function tellPapersEnding(tx: Tx, at: Instant, today: string): Promise<void> {
  for (const source of [ending, agreements])
    await tx.run(
      `${noticeSql('daily', `w.kind || ':' || w.entity_id || ':' || w.days || ':' || w.contact_id`)} from (${source}) w
       on conflict (fact_key) do nothing`,
      [at, today],
    )
}
