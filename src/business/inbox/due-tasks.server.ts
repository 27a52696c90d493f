/** Tasks of the installation: a token expires soon, its maker has left, a webhook is disabled, the signing certificate ends. */
import { admin_roles } from '#entity/roles.ts'
import { rolesSql } from '../shared/roles-sql.server.ts'
import { CERTIFICATE_DAYS } from '../signing/signing.rules.ts'
import { daySql, inbox_people, person_columns } from './inbox-people.server.ts'
import type { TaskSource } from './task-sources.server.ts'

const TOKEN_DAYS = 14

const api_token: TaskSource = {
  entity: 'platform.api_token',
  kinds: ['api_token_expires', 'api_token_review'],
  sql: [
    `select 'api_token_expires' as kind, k.id as entity_id, ${person_columns},
       k.expires_at - interval '${TOKEN_DAYS} days' as since, k.expires_at::date::text as fact,
       'API token expires on ' || ${daySql(`(k.expires_at at time zone 'Europe/London')`)} as title, k.name as message,
       'admin/api' as link
     from platform.api_token k
     join ${inbox_people} p on p.business_id = k.business_id and p.roles && ${rolesSql(admin_roles)}
     where k.revoked_at is null and k.expires_at > $1::timestamptz and k.expires_at <= $1::timestamptz + interval '${TOKEN_DAYS} days'`,
    `select 'api_token_review' as kind, k.id as entity_id, ${person_columns}, k.review_asked_at as since, null::text as fact,
       'Keep or revoke an API token' as title, k.name || ', made by ' || k.created_by_name || ', who has left' as message,
       'admin/api' as link
     from platform.api_token k
     join ${inbox_people} p on p.business_id = k.business_id and p.roles && ${rolesSql(admin_roles)}
     where k.review_asked_at is not null and k.revoked_at is null and k.expires_at > $1::timestamptz`,
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

/** The daily upkeep stores the certificate's last day (signing-end.server.ts). */
const certificate: TaskSource = {
  entity: 'business.business',
  kinds: ['signing_certificate_ends'],
  sql: [
    `select 'signing_certificate_ends' as kind, b.id as entity_id, ${person_columns},
       (c.ends_on - ${CERTIFICATE_DAYS})::timestamptz as since, c.ends_on::text as fact,
       'The signing certificate ends on ' || ${daySql('c.ends_on')} as title, 'Sealed documents need a new one in SIGNING_P12' as message,
       'admin' as link
     from (select case key when 'signing_certificate_ends' then (value #>> '{}')::date end as ends_on from platform.setting) c
     join business.business b on b.type = 'provider' and b.deleted_at is null
     join ${inbox_people} p on p.business_id = b.id and p.roles && '{provider_admin}'
     where c.ends_on <= $2::date + ${CERTIFICATE_DAYS}`,
  ],
}

export const due_tasks: readonly TaskSource[] = [api_token, webhook, certificate]
