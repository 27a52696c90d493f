/** Tasks of timesheets and expenses: to enter, to approve, to enter again, to ask about, to set right. */

import { rolesSql } from '../shared/roles-sql.server.ts'
import { isNoPayeeSql, standsInSql } from '../shared/stand-in.server.ts'
import { agency_writers } from '../shared/who-may.rules.ts'
import { daySql, inbox_people, person_columns } from './inbox-people.server.ts'
import type { TaskSource } from './task-sources.server.ts'

const today = '$2::date'

type Noun = 'timesheet' | 'expense'

/** The subject of the work, without amounts: everybody who gets the task reads its hours. */
const words = {
  timesheet: {
    approve: `'Approve ' || trim_scale(t.total_units) || case t.unit_type when 'daily' then ' days' when 'hourly' then ' h' else ' units' end`,
    about: `w.name || ', ' || coalesce(t.timesheet_frequency, 'period')
      || ' to ' || ${daySql('t.end_date')}`,
  },
  expense: { approve: `'Approve expense ' || t.human_id`, about: 'w.name' },
} as const satisfies Record<Noun, object>

const columnsOf = (noun: Noun, kind: string, since: string, title: string, fact = 'null::text'): string =>
  `select '${noun}_${kind}' as kind, t.id as entity_id, ${person_columns}, ${since} as since, ${fact} as fact,
     ${title} as title, ${words[noun].about} as message, 'transaction/${noun}/' || t.id as link`

const fromOf = (noun: Noun): string => `from transaction.${noun} t
  join contract.contract c on c.id = t.contract_id join business.business w on w.id = t.contractor_id`

const submitted_at = 'coalesce(t.submitted_date, t.updated_at)'

/** A person who is named again while the work waits gets a new task: this text differs from that of their earlier task. */
const named_since = `(select ${submitted_at} || ':' || n.updated_at from contract.contract_contact n
  where n.contract_id = t.contract_id and n.type = 'timesheet_approver' and n.deleted_at is null
    and n.business_contact_id = p.id and n.updated_at >= ${submitted_at})`

/** The approvers named on the placement, else every timesheet approver of the client (approvable-work/work.rules.ts). */
const toApprove = (noun: Noun): string => `
  ${columnsOf(noun, 'to_approve', submitted_at, words[noun].approve, named_since)}
  ${fromOf(noun)} join ${inbox_people} p on p.business_id = t.client_id and 'timesheet_approver' = any (p.roles)
  where t.status = 'submitted' and t.deleted_at is null and (
    exists (select from contract.contract_contact n where n.contract_id = t.contract_id
      and n.type = 'timesheet_approver' and n.deleted_at is null and (n.business_contact_id = p.id
        or ${standsInSql({ person: 'p.id', away: 'n.business_contact_id', today })} and ${isNoPayeeSql('p.user_id', 't.contractor_id')}))
    or not exists (select from contract.contract_contact n where n.contract_id = t.contract_id
      and n.type = 'timesheet_approver' and n.deleted_at is null))`

const rejected = (noun: Noun): string => `
  ${columnsOf(noun, 'rejected', 't.updated_at', `'Correct ${noun} ' || t.human_id`)}
  ${fromOf(noun)} join ${inbox_people} p on p.business_id = t.contractor_id and 'contractor' = any (p.roles)
  where t.status = 'rejected' and t.deleted_at is null
    ${noun === 'timesheet' ? `and c.timesheet_submit = 'contractor'` : ''}`

/** The day after its period a draft is missing, where the contractor enters the timesheets. */
const missing = `
  ${columnsOf('timesheet', 'missing', `(t.end_date + 1)::timestamp at time zone 'Europe/London'`, `'Enter timesheet ' || t.human_id`)}
  ${fromOf('timesheet')} join ${inbox_people} p on p.business_id = t.contractor_id and 'contractor' = any (p.roles)
  where t.status = 'draft' and t.deleted_at is null and t.end_date < ${today} and c.timesheet_submit = 'contractor'`

/** The placement's consultant, their stand-in, and the agency's administrators. */
export const agency_of_placement = `(p.id = c.consultant_contact_id or 'agency_admin' = any (p.roles)
  or ${standsInSql({ person: 'p.id', away: 'c.consultant_contact_id', today })}
  or exists (select from contract.contract_contact n where n.contract_id = c.id and n.business_contact_id = p.id
    and n.type = 'agency_consultant' and n.deleted_at is null)) and p.roles && ${rolesSql(agency_writers)}`

const inSuspense = (noun: Noun): string => `
  ${columnsOf(noun, 'in_suspense', 't.updated_at', `'Settle ${noun} ' || t.human_id || ' in suspense'`)}
  ${fromOf(noun)} join ${inbox_people} p on p.business_id = t.agency_id and ${agency_of_placement}
  where t.status = 'suspense' and t.deleted_at is null`

/** The last reminder of a client is a task of the agency (decisions/escalate.job.ts). */
const undecided = (noun: Noun): string => `
  ${columnsOf(noun, 'undecided', 'e.updated_at', `'Ask ' || k.name || ' about ${noun} ' || t.human_id`)}
  ${fromOf(noun)} join business.business k on k.id = t.client_id
  join request.escalation e on e.entity = 'transaction.${noun}' and e.entity_id = t.id
    and e.submitted_at = t.submitted_date and e.step = 'agency'
  join ${inbox_people} p on p.business_id = t.agency_id and ${agency_of_placement}
  where t.status = 'submitted' and t.deleted_at is null`

const timesheet: TaskSource = {
  entity: 'transaction.timesheet',
  kinds: [
    'timesheet_to_approve',
    'timesheet_rejected',
    'timesheet_missing',
    'timesheet_undecided',
    'timesheet_in_suspense',
  ],
  sql: [
    toApprove('timesheet'),
    rejected('timesheet'),
    missing,
    undecided('timesheet'),
    inSuspense('timesheet'),
  ],
}

const expense: TaskSource = {
  entity: 'transaction.expense',
  kinds: ['expense_to_approve', 'expense_rejected', 'expense_undecided', 'expense_in_suspense'],
  sql: [toApprove('expense'), rejected('expense'), undecided('expense'), inSuspense('expense')],
}

export const work_tasks: readonly TaskSource[] = [timesheet, expense]
