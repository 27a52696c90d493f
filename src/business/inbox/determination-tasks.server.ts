/** Tasks and notices of status determination statements: to verify, and to answer by a day (onboarding: compliance). */
import type { Instant } from '#kernel/instant.ts'
import type { Tx } from '#server/verb.ts'
import {
  ANSWER_DAYS,
  answer_due_days,
  determination_adders,
  who,
} from '../placements/determinations/determination.rules.ts'
import { disclosed_contract } from '../shared/own-rows.access.ts'
import { rolesSql } from '../shared/roles-sql.server.ts'
import { daySql, inbox_people, person_columns } from './inbox-people.server.ts'
import type { TaskSource } from './task-sources.server.ts'
import { toldDays } from './told-days.server.ts'
import { agency_of_placement } from './work-tasks.server.ts'
import { noticeSql } from './write-notices.server.ts'

const from_statements = `from contract.status_determination d
  join contract.contract c on c.id = d.contract_id and c.status not in ('cancelled', 'deleted') and c.deleted_at is null
  join business.business w on w.id = d.contractor_id join business.business k on k.id = d.client_id`

const of_record = `'contract/temp_placement/' || c.id as link`

/** Nobody verifies the statement that they added. */
const toVerify = `select 'determination_to_verify' as kind, d.id as entity_id, ${person_columns}, d.updated_at as since,
    null::text as fact, 'Verify the status determination of ' || w.name as title, k.name || ', ' || c.title as message, ${of_record}
  ${from_statements}
  join ${inbox_people} p on p.user_id <> d.uploaded_by and p.user_id is distinct from d.uploaded_as and (
    p.business_id = d.agency_id and p.roles && ${rolesSql(who.verify.agency ?? [])}
    or p.business_id = d.provider_id and p.roles && ${rolesSql(who.verify.provider ?? [])})
  where d.status = 'inprogress' and d.deleted_at is null`

const due_on = `(d.disagreed_on + ${ANSWER_DAYS})`
const isDisputed = `d.status = 'completed' and d.disagreed_on is not null and d.answered_on is null and d.deleted_at is null`
const statuses: readonly string[] = disclosed_contract.status._in
const isDisclosed = `c.status = any (${rolesSql(statuses)})`

/** Hiring managers of the client, as long as the client sees the placement. */
const isClients = (person: string) =>
  `(${person}.business_id = d.client_id and ${person}.roles && ${rolesSql(determination_adders.client ?? [])} and ${isDisclosed})`

/** The client has the task. Where no hiring manager of the client can sign in, its agency has it. */
const toAnswer = `select 'determination_to_answer' as kind, d.id as entity_id, ${person_columns}, d.updated_at as since,
    d.disagreed_on || ' ' || c.status as fact, 'Answer the disagreement by ' || ${daySql(due_on)} as title,
    w.name || ', ' || c.title as message, ${of_record}
  ${from_statements}
  join ${inbox_people} p on ${isClients('p')}
    or p.business_id = d.agency_id and ${agency_of_placement} and not exists (select from ${inbox_people} m where ${isClients('m')})
  where ${isDisputed} and $2::date is not null`

export const determination_tasks: readonly TaskSource[] = [
  {
    entity: 'contract.status_determination',
    kinds: ['determination_to_verify', 'determination_to_answer'],
    sql: [toVerify, toAnswer],
  },
]

/** `$2` is today. The agency gets the task too: its placement depends on the statement. */
const due = `
  select 'determination_answer_due' as kind, 'contract.status_determination' as entity, d.id as entity_id, ${person_columns},
    case when ${due_on} < $2::date then 'The answer to a disagreement was due on ' else 'The answer to a disagreement is due on ' end
      || ${daySql(due_on)} as title,
    w.name || ', ' || c.title as message, ${of_record}, told.days::text as days
  ${from_statements}
  join ${inbox_people} p on ${isClients('p')} or p.business_id = d.agency_id and ${agency_of_placement}
  ${toldDays(due_on, answer_due_days, 'd.disagreed_on')}
  where ${isDisputed}`

/** Tells the client's and the agency's people that the answer to a disagreement is due soon, or overdue. */
export async function tellAnswersDue(tx: Tx, at: Instant, today: string): Promise<void> {
  await tx.run(
    `${noticeSql('daily', `w.kind || ':' || w.entity_id || ':' || w.days || ':' || w.contact_id`)} from (${due}) w
     on conflict (fact_key) do nothing`,
    [at, today],
  )
}
