/** Tasks of parties: credit limits to decide, papers to verify, and rejected requests and papers. */
import { limit_deciders } from '../change-requests/credit-limit/limit-request.rules.ts'
import { paper_services } from '../parties/compliance/compliance.rules.ts'
import { rolesSql } from '../shared/roles-sql.server.ts'
import { inbox_people, person_columns } from './inbox-people.server.ts'
import type { TaskSource } from './task-sources.server.ts'

const limitColumns = (kind: string, title: string) =>
  `select '${kind}' as kind, r.id as entity_id, ${person_columns}, r.updated_at as since, null::text as fact,
     '${title}' || k.name as title, a.name as message, 'request/change_request/' || r.id as link
   from request.change_request r join business.business k on k.id = r.client_id join business.business a on a.id = r.agency_id`

const limit_open = `r.type = 'credit_limit' and r.deleted_at is null`

/** The risk carrier's people, without the person who asked in the agency's name. */
const limitToDecide = `${limitColumns('credit_limit_to_decide', 'Decide the credit limit of ')}
   join ${inbox_people} p on p.business_id = (r.data ->> 'limiter_id')::uuid
     and p.roles && ${rolesSql([...limit_deciders.provider, ...limit_deciders.funder])}
     and p.user_id <> r.requested_by and p.user_id is distinct from r.data ->> 'asked_as'
   where r.status = 'pending' and ${limit_open}`

/** The person who asked, until the agency asks again. */
const limitRejected = `${limitColumns('credit_limit_rejected', 'Credit limit rejected: ')}
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
  `select '${kind}' as kind, d.id as entity_id, ${person_columns}, d.updated_at as since, null::text as fact,
     '${title}' || d.title || ' of ' || b.name as title, coalesce(a.name, '') as message,
     'business/' || b.type || '/' || b.id as link
   from platform.document d join business.business b on b.id = d.business_id left join business.business a on a.id = d.agency_id
   left join business.service s on s.id = d.service_id`

/** People that check papers of a link: the agency those of its contractors, the provider the others (compliance.rules.ts). */
const paperToVerify = `${paperColumns('document_to_verify', 'Verify: ')}
   join ${inbox_people} p on p.user_id <> d.uploaded_by and case
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

const document: TaskSource = {
  entity: 'platform.document',
  kinds: ['document_to_verify', 'document_rejected'],
  sql: [paperToVerify, paperRejected],
}

export const party_tasks: readonly TaskSource[] = [change_request, document]
