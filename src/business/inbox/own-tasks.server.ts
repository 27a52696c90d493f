/** Tasks of people about their own sign-in. */
import { inbox_people, person_columns } from './inbox-people.server.ts'
import type { TaskSource } from './task-sources.server.ts'

const RECOVERY_CODES_FEW = 3

/** The record is the person's own contact. */
export const own_tasks_entity = 'business.business_contact'

/** The fact names the set of codes, so that a new set opens a new task. */
const recovery_codes: TaskSource = {
  entity: own_tasks_entity,
  kinds: ['recovery_codes_few'],
  sql: [
    `select 'recovery_codes_few' as kind, p.id as entity_id, ${person_columns}, $1::timestamptz as since, s.made::text as fact,
       'Make new recovery codes' as title, 'At most ${RECOVERY_CODES_FEW} are left' as message, 'profile/security' as link
     from ${inbox_people} p join (
       select f.user_id, coalesce(max(r.created_at), max(f.confirmed_at)) as made
       from auth.factor f left join auth.recovery_code r on r.user_id = f.user_id
       where f.confirmed_at is not null
       group by 1 having count(distinct r.id) <= ${RECOVERY_CODES_FEW}) s on s.user_id = p.user_id`,
  ],
}

export const own_tasks: readonly TaskSource[] = [recovery_codes]
