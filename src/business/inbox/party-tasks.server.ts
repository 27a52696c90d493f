/** Tasks of parties: a client's credit limit to decide, and one that was refused. */
import { limit_deciders } from '../change-requests/credit-limit/limit-request.rules.ts'
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

/** Whoever asked, until the agency asks again. */
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

export const party_tasks: readonly TaskSource[] = [change_request]
