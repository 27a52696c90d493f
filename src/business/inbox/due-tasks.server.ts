/** Tasks that a day brings: an end in sight. The night opens them, and a change of the record closes them. */
import { admin_roles } from '#entity/roles.ts'
import { rolesSql } from '../shared/roles-sql.server.ts'
import { daySql, inbox_people, person_columns } from './inbox-people.server.ts'
import type { TaskSource } from './task-sources.server.ts'
import { agency_of_placement } from './work-tasks.server.ts'

const PLACEMENT_DAYS = 30
const TOKEN_DAYS = 14

/** `$2` is today. The fact names the end, so that a new end opens a new task. */
const placement: TaskSource = {
  entity: 'contract.temp_placement',
  kinds: ['placement_ends'],
  sql: [
    `select 'placement_ends' as kind, c.id as entity_id, ${person_columns},
       (c.end_date - ${PLACEMENT_DAYS})::timestamp at time zone 'Europe/London' as since, c.end_date::text as fact,
       'Placement ends on ' || ${daySql('c.end_date')} as title, w.name || ', ' || c.title as message,
       'contract/temp_placement/' || c.id as link
     from contract.contract c join business.business w on w.id = c.contractor_id
     join ${inbox_people} p on p.business_id = c.agency_id and ${agency_of_placement}
     where c.type = 'temp_placement' and c.status = 'active' and c.deleted_at is null
       and c.end_date between $2::date and $2::date + ${PLACEMENT_DAYS}`,
  ],
}

const api_token: TaskSource = {
  entity: 'platform.api_token',
  kinds: ['api_token_expires'],
  sql: [
    `select 'api_token_expires' as kind, k.id as entity_id, ${person_columns},
       k.expires_at - interval '${TOKEN_DAYS} days' as since, k.expires_at::date::text as fact,
       'API token expires on ' || ${daySql(`(k.expires_at at time zone 'Europe/London')`)} as title, k.name as message,
       'admin/api' as link
     from platform.api_token k
     join ${inbox_people} p on p.business_id = k.business_id and p.roles && ${rolesSql(admin_roles)}
     where k.revoked_at is null and k.expires_at > $1::timestamptz and k.expires_at <= $1::timestamptz + interval '${TOKEN_DAYS} days'`,
  ],
}

/** Only the product disables one; the fact names the moment. */
const webhook: TaskSource = {
  entity: 'platform.webhook',
  kinds: ['webhook_disabled'],
  sql: [
    `select 'webhook_disabled' as kind, k.id as entity_id, ${person_columns}, k.updated_at as since, null::text as fact,
       'A webhook was disabled' as title, k.url as message, 'admin/webhooks' as link
     from platform.webhook k
     join ${inbox_people} p on p.business_id = k.business_id and p.roles && ${rolesSql(admin_roles)}
     where k.state = 'disabled' and k.deleted_at is null`,
  ],
}

export const due_tasks: readonly TaskSource[] = [placement, api_token, webhook]
