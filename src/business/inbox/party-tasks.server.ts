/** Tasks of parties: credit limits to decide, papers to verify, new parties to approve, and rejections to follow up. */
import type { Tx } from '#server/verb.ts'
import { limit_deciders } from '../change-requests/credit-limit/limit-request.rules.ts'
import { open_status_sql } from '../parties/company-status/company-standing.server.ts'
import { paper_services } from '../parties/compliance/compliance.rules.ts'
import { kinds, party_approvers } from '../parties/onboarding.rules.ts'
import { flag_readers } from '../parties/self-dealing/flag.rules.ts'
import { checks_vat_sql, overrideSql } from '../parties/vat-check/read-vat-checks.server.ts'
import { may_accept } from '../parties/vat-check.rules.ts'
import { isOfAgencySql } from '../shared/further-payees-sql.server.ts'
import { rolesSql } from '../shared/roles-sql.server.ts'
import { agency_writers, provider_staff } from '../shared/who-may.rules.ts'
import { inbox_people, person_columns } from './inbox-people.server.ts'
import type { TaskSource } from './task-sources.server.ts'

const limitColumns = (kind: string, title: string, message = 'a.name') =>
  `select '${kind}' as kind, r.id as entity_id, ${person_columns}, r.told_updated_at as since, null::text as fact,
     '${title}' || k.name as title, ${message} as message, 'request/change_request/' || r.id as link
   from request.change_request r join business.business k on k.id = r.client_id join business.business a on a.id = r.agency_id`

const limit_open = `r.type = 'credit_limit' and r.deleted_at is null`

/** The risk carrier's people, without the person who asked in the agency's name. */
const limitToDecide = `${limitColumns('credit_limit_to_decide', 'Decide the credit limit of ')}
   join ${inbox_people} p on p.business_id = (r.data ->> 'limiter_id')::uuid
     and p.roles && ${rolesSql([...limit_deciders.provider, ...limit_deciders.funder])}
     and p.user_id <> r.requested_by and p.user_id is distinct from r.data ->> 'asked_as'
   where r.status = 'pending' and ${limit_open}`

const reason = `(select y.comment from request.change_request_activity y
     where y.change_request_id = r.id and y.new_status = 'rejected' limit 1)`

/** The person who asked, until the agency asks again. */
const limitRejected = `${limitColumns('credit_limit_rejected', 'Credit limit rejected: ', reason)}
   join ${inbox_people} p on p.business_id = r.agency_id and p.user_id = r.requested_by
   where r.status = 'rejected' and ${limit_open} and not exists (select from request.change_request n
     where n.type = 'credit_limit' and n.client_id = r.client_id and n.agency_id = r.agency_id and n.deleted_at is null
       and n.created_at > r.created_at)`

const change_request: TaskSource = {
  entity: 'request.change_request',
  kinds: ['credit_limit_to_decide', 'credit_limit_rejected'],
  sql: [limitToDecide, limitRejected],
}

const paperColumns = (kind: string, title: string) =>
  `select '${kind}' as kind, d.id as entity_id, ${person_columns}, d.told_updated_at as since, null::text as fact,
     '${title}' || d.title || ' of ' || b.name as title, coalesce(a.name, '') as message,
     'business/' || b.type || '/' || b.id as link
   from platform.document d join business.business b on b.id = d.business_id left join business.business a on a.id = d.agency_id
   left join business.service s on s.id = d.service_id`

/** People that check papers of a link: the agency those of its contractors, the provider the others (compliance.rules.ts). */
const paperToVerify = `${paperColumns('document_to_verify', 'Verify: ')}
   join ${inbox_people} p on p.user_id <> d.uploaded_by and p.user_id is distinct from d.uploaded_as and case
     when s.type = 'contractor-agency' then p.business_id = d.agency_id
       and p.roles && ${rolesSql(paper_services['contractor-agency'].checks.agency)}
     else p.business_id = d.provider_id and p.roles && ${rolesSql(paper_services['client-agency'].checks.provider)} end
   where d.status = 'inprogress' and d.uploaded_by is not null and d.deleted_at is null`

/** The person who added the paper, until the next paper of its type is added. */
const paperRejected = `${paperColumns('document_rejected', 'Rejected: ')}
   join ${inbox_people} p on p.user_id = d.uploaded_by and p.business_id in (d.agency_id, d.contractor_id, d.provider_id)
   where d.status = 'rejected' and d.uploaded_by is not null and d.deleted_at is null
     and not exists (select from platform.document n where n.type = d.type and n.business_id = d.business_id
       and n.service_id is not distinct from d.service_id and n.round > d.round and n.deleted_at is null)`

/**
 * Payees with self-bills without VAT, or with self-bills that wait: for the provider, and for the agencies of their workers
 * (decision 0118). Agencies with sales that wait: for the provider, and for their own people (decision 0139).
 */
const vatUnconfirmed = `select 'vat_number_unconfirmed' as kind, c.id as entity_id, ${person_columns}, c.vat_checked_at as since,
    null::text as fact,
    case c.vat_check_status when 'not_found' then 'Not registered at HMRC: the VAT number of '
      else 'HMRC has not answered about the VAT number of ' end || b.name as title,
    case when b.type = 'agency' then 'New sales to its principal wait'
      when c.vat_check_status = 'not_found' then 'New self-bills carry no VAT'
      else 'New self-bills with VAT wait for the answer' end as message,
    case when p.business_id = b.id then 'admin' else 'business/' || b.type || '/' || b.id end as link
  from business.company c join business.business b on b.company_id = c.id and b.type in ('agency', 'limited', 'umbrella', 'selfemployed')
    and b.status = 'onboarded' and b.is_active and b.deleted_at is null
  join ${inbox_people} p on p.business_id = b.provider_id and p.roles && ${rolesSql(may_accept.provider)}
    or p.roles && ${rolesSql(agency_writers)} and p.business_id in (
      select b.id where b.type = 'agency' union all
      select s.to_business_id from business.service e join business.service s on s.from_business_id = e.from_business_id
      where e.to_business_id = b.id and e.type = 'contractor-company' and s.type = 'contractor-agency'
        and ${isOfAgencySql('e', 's.to_business_id')}
        and e.status <> 'deleted' and s.status <> 'deleted' and e.deleted_at is null and s.deleted_at is null)
  where c.is_vat_registered and c.vat_check_status in ('not_found', 'unavailable') and c.deleted_at is null
    and ${checks_vat_sql} and not ${overrideSql('c', '$2')}`

const company: TaskSource = {
  entity: 'business.company',
  kinds: ['vat_number_unconfirmed'],
  sql: [vatUnconfirmed],
}

/** The signer whose turn it is, as long as the document waits for them. */
const toSign = `select 'document_to_sign' as kind, d.id as entity_id, ${person_columns}, s.asked_at as since, s.id::text as fact,
     case s.role when 'approver' then 'Approve: ' else 'Sign: ' end || d.title as title, b.name as message,
     'platform/document/' || d.id as link
   from platform.document d join platform.signer s on s.document_id = d.id and s.status in ('asked', 'viewed')
   join business.business b on b.id = d.business_id join ${inbox_people} p on p.id = s.contact_id
   where d.status = 'inprogress' and d.created_by is not null and d.expires_at > $1 and d.deleted_at is null`

/** A signer has left before signing: people of the sender's side name another signer, or take the document back. */
const signerToName = `select 'signer_to_name' as kind, d.id as entity_id, ${person_columns},
     (select greatest(s.told_updated_at, c.told_updated_at, u.told_updated_at) from business.business_contact c
      left join platform."user" u on u.id = c.user_id where c.id = s.contact_id) as since, null::text as fact,
     'Name another signer: ' || d.title as title, s.name || ' no longer acts for the ' || s.party as message,
     'platform/document/' || d.id as link
   from platform.document d join lateral (select * from platform.signer o where o.document_id = d.id and o.role <> 'copy'
     and o.status in ('waiting', 'asked', 'viewed') and platform.signer_has_left(o.contact_id) order by o.position, o.id limit 1) s on true
   join ${inbox_people} p on p.business_id = d.business_id and p.roles && ${rolesSql([...agency_writers, ...provider_staff])}
   where d.status = 'inprogress' and d.created_by is not null and d.expires_at > $1 and d.deleted_at is null`

const document: TaskSource = {
  entity: 'platform.document',
  kinds: ['document_to_sign', 'signer_to_name', 'document_to_verify', 'document_rejected'],
  sql: [toSign, signerToName, paperToVerify, paperRejected],
}

const partyColumns = (kind: string, title: string, message: string) =>
  `select '${kind}' as kind, b.id as entity_id, ${person_columns}, b.status_at as since, null::text as fact,
     '${title}' || b.name as title, ${message} as message`

/** Another person than the submitter, of the side that approves parties of this kind (onboarding.rules.ts). */
const partyToApprove = `${partyColumns('party_to_approve', 'Approve ', `coalesce(a.name, '')`)},
     'business/' || b.type || '/' || b.id as link
   from business.business b
   left join request.draft_request d on d.entity_id = b.id and d.deleted_at is null
   left join business.business a on a.id = d.agency_id
   join ${inbox_people} p on p.user_id is distinct from b.submitted_by and p.user_id is distinct from b.submitted_as and case
     when b.type in ('funder', 'agency') then p.business_id = b.provider_id and p.roles && ${rolesSql(kinds.funder.approves.provider ?? [])}
     when b.type = 'contractor' then p.business_id = d.agency_id and p.roles && ${rolesSql(party_approvers.agency)}
     else p.business_id = b.provider_id and p.roles && ${rolesSql(party_approvers.provider)} end
   where b.status = 'submitted' and b.deleted_at is null`

/** The person who began the draft corrects it. */
const partyRejected = `${partyColumns('party_rejected', 'Correct ', `coalesce(b.status_comment, '')`)},
     'request/draft_request/' || d.id as link
   from business.business b join request.draft_request d on d.entity_id = b.id and d.deleted_at is null
   join ${inbox_people} p on p.business_id = d.business_id and p.user_id = d.created_by
   where b.status = 'rejected' and b.deleted_at is null`

/**
 * Parties that are closed or insolvent at Companies House, until the provider accepts it: for the provider, and for the
 * writers of the client's agencies and of the agencies of a payee's workers.
 */
const statusChanged = `select 'company_status_changed' as kind, b.id as entity_id, ${person_columns}, k.register_changed_at as since,
    k.register_words as fact, b.name || ' is ' || k.register_words as title,
    case when p.business_id <> b.provider_id then 'Your provider decides about it'
      when b.type = 'client' then 'New advances on it wait for a decision' else 'New placements wait for a decision' end as message,
    'business/' || b.type || '/' || b.id as link
  from business.business b join business.company k on k.id = b.company_id
  join ${inbox_people} p on p.business_id = b.provider_id and p.roles && ${rolesSql(flag_readers.provider)}
    or p.roles && ${rolesSql(agency_writers)} and p.business_id in (
      select s.to_business_id from business.service s where s.from_business_id = b.id and s.type = 'client-agency'
        and s.status <> 'deleted' and s.deleted_at is null
      union all select s.to_business_id from business.service e join business.service s on s.from_business_id = e.from_business_id
      where e.to_business_id = b.id and e.type = 'contractor-company' and s.type = 'contractor-agency'
        and ${isOfAgencySql('e', 's.to_business_id')}
        and e.status <> 'deleted' and s.status <> 'deleted' and e.deleted_at is null and s.deleted_at is null)
  where b.type in ('client', 'limited', 'umbrella', 'payer', 'agency', 'funder') and b.status = 'onboarded' and b.is_active
    and b.deleted_at is null and ${open_status_sql('b')}`

/** The approvers of an agency's contractors, without the contractor who asked. */
const contractorAsks = `select 'contractor_asks' as kind, d.id as entity_id, ${person_columns}, k.used_at as since, null::text as fact,
     d.title || ' asks to work with you' as title, 'They are in Stint already' as message,
     'request/draft_request/' || d.id as link
   from request.draft_request d join auth.party_link k on k.draft_id = d.id and k.contractor_id is not null
   join ${inbox_people} p on p.business_id = d.business_id and p.user_id <> k.asked_by
     and p.roles && ${rolesSql(party_approvers.agency)}
   where d.status = 'submitted' and d.entity_id is null and d.deleted_at is null`

const draft_request: TaskSource = {
  entity: 'request.draft_request',
  kinds: ['contractor_asks'],
  sql: [contractorAsks],
}

const business: TaskSource = {
  entity: 'business.business',
  kinds: ['party_to_approve', 'party_rejected', 'company_status_changed'],
  sql: [partyToApprove, partyRejected, statusChanged],
}

/** Tasks to check contacts that agencies entered for clients: staff of the provider ask the client. */
const contactToCheck = `select 'contact_to_check' as kind, c.id as entity_id, ${person_columns}, c.updated_at as since,
     null::text as fact, 'Check ' || c.first_name || ' ' || c.last_name as title, b.name as message,
     'business/business_contact/' || c.id as link
   from business.business_contact c join business.business b on b.id = c.business_id
   join ${inbox_people} p on p.business_id = b.provider_id and p.roles && ${rolesSql(provider_staff)}
   where (c.check_status = 'pending_check' and c.user_id is null or c.waiting_roles <> '{}') and c.is_active and c.deleted_at is null
     and b.status in ('approved', 'onboarded') and b.deleted_at is null`

const contact: TaskSource = {
  entity: 'business.business_contact',
  kinds: ['contact_to_check'],
  sql: [contactToCheck],
}

/** Ids of the documents that wait for the signatures of these contacts. */
export async function waitingForSigners(tx: Tx, contact_ids: readonly string[]): Promise<readonly string[]> {
  const rows = await tx.rows<{ id: string }>(
    `select distinct d.id from platform.signer s join platform.document d on d.id = s.document_id
     where s.contact_id = any ($1::uuid[]) and d.status = 'inprogress' and d.deleted_at is null`,
    [contact_ids],
  )
  return rows.map(({ id }) => id)
}

export const party_tasks: readonly TaskSource[] = [
  change_request,
  document,
  business,
  draft_request,
  company,
  contact,
]
