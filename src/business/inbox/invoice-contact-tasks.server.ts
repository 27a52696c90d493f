/** Changes of a client's rates and terms that nobody there can answer: the last invoice contact has left. */
import { client_cost_roles } from '#entity/roles.ts'
import type { Tx } from '#server/verb.ts'
import { asksInvoiceContact, rate_fields } from '../change-requests/request/change-request.rules.ts'
import { rolesSql } from '../shared/roles-sql.server.ts'
import { agency_writers, provider_staff } from '../shared/who-may.rules.ts'
import { inbox_people, person_columns } from './inbox-people.server.ts'
import type { TaskSource } from './task-sources.server.ts'

const asked_fields = rate_fields.filter((field) => asksInvoiceContact([{ field }]))

/** Whether a change request `r` changes a rate that an invoice contact decides on. */
export const asksInvoiceContactSql = `coalesce(${asked_fields
  .map((field) => `r.data -> 'changes' @> '[{"field": "${field}"}]'`)
  .join(' or ')}, false)`

/** The agency's writers name one; where it shares the client, the provider's staff. */
const namers = (client: string, agency: string): string => `join ${inbox_people} p on
  case when exists (select from business.service o where o.type = 'client-agency' and o.from_business_id = ${client}
      and o.to_business_id <> ${agency} and o.deleted_at is null)
    then p.business_id = k.provider_id and p.roles && ${rolesSql(provider_staff)}
    else p.business_id = ${agency} and p.roles && ${rolesSql(agency_writers)} end`

const nobody = (client: string): string => `not exists (select from ${inbox_people} i
  where i.business_id = ${client} and i.roles && ${rolesSql(client_cost_roles)})`

/** The last change of the client's people begins the wait. */
const since = (client: string, asked_at: string): string => `greatest(${asked_at}, (
  select max(greatest(c.told_updated_at, u.told_updated_at)) from business.business_contact c
  left join platform."user" u on u.id = c.user_id where c.business_id = ${client}))`

const columns = (
  client: string,
  asked_at: string,
): string => `'invoice_contact_to_name' as kind, r.id as entity_id,
  ${person_columns}, ${since(client, asked_at)} as since, null::text as fact, 'Name an invoice contact for ' || k.name as title`

export const invoice_contact_tasks: readonly TaskSource[] = [
  {
    entity: 'request.change_request',
    kinds: ['invoice_contact_to_name'],
    sql: [
      `select ${columns('r.client_id', 'r.updated_at')},
         'Change request ' || r.human_id || ' waits: nobody there can answer it' as message, 'business/client/' || k.id as link
       from request.change_request r join business.business k on k.id = r.client_id
       ${namers('r.client_id', 'r.agency_id')}
       where r.status = 'pending' and r.waits_for = 'client' and r.type <> 'credit_limit' and r.deleted_at is null
         and ${asksInvoiceContactSql} and ${nobody('r.client_id')}`,
    ],
  },
  {
    entity: 'config.payment_terms',
    kinds: ['invoice_contact_to_name'],
    sql: [
      `select ${columns('r.business_id', 'r.updated_at')},
         'Payment terms of ' || r.payment_terms || ' days wait: nobody there can answer them' as message,
         'business/client/' || k.id as link
       from config.configuration r join business.business k on k.id = r.business_id
       ${namers('r.business_id', 'r.agency_id')}
       where r.type = 'payment_terms' and r.status = 'inprogress' and r.deleted_at is null and ${nobody('r.business_id')}`,
    ],
  },
]

/** Ids of the rate requests and payment terms that wait at the clients of these contacts, by entity. */
export async function waitingAtClientsOf(
  tx: Tx,
  contact_ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await tx.rows<{ entity: string; ids: string[] }>(
    `with clients as (select distinct b.id from business.business_contact c join business.business b on b.id = c.business_id
       where c.id = any ($1::uuid[]) and b.type = 'client')
     select 'request.change_request' as entity, array_agg(r.id) as ids from request.change_request r
       join clients k on k.id = r.client_id
       where r.status = 'pending' and r.waits_for = 'client' and r.deleted_at is null having count(*) > 0
     union all
     select 'config.payment_terms', array_agg(r.id) from config.configuration r join clients k on k.id = r.business_id
       where r.type = 'payment_terms' and r.status = 'inprogress' and r.deleted_at is null having count(*) > 0`,
    [contact_ids],
  )
  return new Map(rows.map(({ entity, ids }) => [entity, ids]))
}
