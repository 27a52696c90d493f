/** Tasks of placements: to approve, to activate, to correct; of temp placements also an end in sight. */
import type { Role } from '#entity/access.ts'
import { client_placement_roles, payroll_data_roles } from '#entity/roles.ts'
import { perm_approvers } from '../perm-placements/perm-placement.rules.ts'
import { activators } from '../placements/activation.rules.ts'
import { AWR_ASK_DAYS } from '../placements/agency-workers/awr.rules.ts'
import { agency_approvers } from '../placements/placement.rules.ts'
import { belowMinimumSql } from '../rates/below-minimum.server.ts'
import { paymentTypeSql } from '../shared/payment-type.rules.ts'
import { rolesSql } from '../shared/roles-sql.server.ts'
import { daySql, inbox_people, person_columns } from './inbox-people.server.ts'
import type { TaskSource } from './task-sources.server.ts'
import { agency_of_placement } from './work-tasks.server.ts'

const PLACEMENT_DAYS = 30
const WAGE_DAYS = 30

const columnsOf = (kind: string, title: string, message: string): string =>
  `select 'placement_${kind}' as kind, c.id as entity_id, ${person_columns}, c.updated_at as since, null::text as fact,
     ${title} as title, ${message} as message, 'contract/temp_placement/' || c.id as link
   from contract.contract c join business.business w on w.id = c.contractor_id join business.business k on k.id = c.client_id`

/** Nobody approves a placement that they submitted. */
const another_person =
  'p.user_id is distinct from c.submitted_by and p.user_id is distinct from c.submitted_as'
const first_day = daySql('c.start_date')

/** The named hiring manager has the task while they can sign in; else every approver of the client. Any may approve. */
const named_manager = `select from contract.contract_contact n where n.contract_id = c.id and n.type = 'hiring_manager'
  and n.deleted_at is null and n.business_contact_id =`
const isAskedManager = (
  roles: readonly Role[],
): string => `(exists (${named_manager} p.id) or not exists (${named_manager} any (
  select q.id from ${inbox_people} q where q.business_id = c.client_id and q.roles && ${rolesSql(roles)}
    and q.user_id is distinct from c.submitted_by and q.user_id is distinct from c.submitted_as)))`

const toApprove = `${columnsOf(
  'to_approve',
  `'Approve placement ' || c.title`,
  `case c.status when 'pending_approval_contractor' then k.name else w.name end || ', from ' || ${first_day}`,
)}
  join ${inbox_people} p on ${another_person} and (
    c.status = 'pending_approval_agency' and p.business_id = c.agency_id and p.roles && ${rolesSql(agency_approvers.agency)}
    or c.status = 'pending_approval_client' and p.business_id = c.client_id and p.roles && ${rolesSql(client_placement_roles)} and ${isAskedManager(client_placement_roles)}
    or c.status = 'pending_approval_contractor' and p.business_id = c.contractor_id and 'contractor' = any (p.roles))
  where c.type = 'temp_placement' and c.deleted_at is null`

const toActivate = `${columnsOf('to_activate', `'Activate placement ' || c.title`, `w.name || ', ' || k.name`)}
  join ${inbox_people} p on ${another_person} and p.business_id = c.provider_id and p.roles && ${rolesSql(activators.provider)}
  where c.type = 'temp_placement' and c.status = 'pending_raise_approval' and c.deleted_at is null`

const rejected = `${columnsOf('rejected', `'Correct placement ' || c.title`, `w.name || ', ' || k.name`)}
  join ${inbox_people} p on p.business_id = c.agency_id and ${agency_of_placement}
  where c.type = 'temp_placement' and c.status in ('rejected', 'rejected_contractor') and c.deleted_at is null`

/** `$2` is today. The fact names the end, so that a new end opens a new task. */
const ends = `select 'placement_ends' as kind, c.id as entity_id, ${person_columns},
   (c.end_date - ${PLACEMENT_DAYS})::timestamp at time zone 'Europe/London' as since, c.end_date::text as fact,
   'Placement ends on ' || ${daySql('c.end_date')} as title, w.name || ', ' || c.title as message,
   'contract/temp_placement/' || c.id as link
 from contract.contract c join business.business w on w.id = c.contractor_id
 join ${inbox_people} p on p.business_id = c.agency_id and ${agency_of_placement}
 where c.type = 'temp_placement' and c.status = 'active' and c.deleted_at is null
   and c.end_date between $2::date and $2::date + ${PLACEMENT_DAYS}`

/** Once for each placement: a day that moves is no new wait. */
const comparableRate = `select 'comparable_rate_missing' as kind, c.id as entity_id, ${person_columns},
   (c.awr_qualifying_date - ${AWR_ASK_DAYS})::timestamp at time zone 'Europe/London' as since, 'comparable rate' as fact,
   'Enter the comparable rate: equal treatment from ' || ${daySql('c.awr_qualifying_date')} as title,
   w.name || ', ' || c.title as message, 'contract/temp_placement/' || c.id as link
 from contract.contract c join business.business w on w.id = c.contractor_id
 join ${inbox_people} p on p.business_id = c.agency_id and ${agency_of_placement}
 where c.type = 'temp_placement' and c.status = 'active' and c.deleted_at is null and c.awr_comparable_rate is null
   and c.awr_qualifying_date - ${AWR_ASK_DAYS} <= $2::date`

/** `£12.20`, `£12.2067` */
const money = (amount: string) =>
  `'£' || case when ${amount} = round(${amount}, 2) then to_char(${amount}, 'FM999999990.00') else trim_scale(${amount})::text end`
const unit = `case m.unit when 'daily' then 'a day' else 'an hour' end`

/**
 * A birthday or a new year's figures bring a rate below the minimum wage. The figure reveals the age, so only readers of
 * birth dates have the task. The fact names day and rate, so that the next such day opens another.
 */
const belowMinimum = `select 'pay_below_minimum' as kind, c.id as entity_id, ${person_columns},
   (m.on_day - ${WAGE_DAYS})::timestamp at time zone 'Europe/London' as since, m.on_day || ' ' || m.rate_id as fact,
   'Pay below the minimum wage from ' || ${daySql('m.on_day')} as title,
   w.name || ', ' || m.name || ': ' || ${money('m.base')} || ' ' || ${unit} || ', the least is ' || ${money('m.least')} || ' an hour' as message,
   'contract/temp_placement/' || c.id as link
 from contract.contract c join business.business w on w.id = c.contractor_id
 left join business.individual i on i.id = w.individual_id
 join platform.currency y on y.id = c.currency_id and y.alpha_code = 'GBP'
 join lateral ${belowMinimumSql({ born: 'i.date_of_birth', today: '$2::date', until: `$2::date + ${WAGE_DAYS}` })} m on true
 join ${inbox_people} p on p.business_id = c.agency_id and ${agency_of_placement} and p.roles && ${rolesSql(payroll_data_roles)}
 where c.type = 'temp_placement' and c.status = 'active' and c.deleted_at is null and ${paymentTypeSql('c')} = 'paye'
   and (c.end_date is null or c.end_date >= $2::date)`

/** A permanent placement has no contractor: its candidate is named. */
const permColumnsOf = (kind: string, verb: string): string =>
  `select 'placement_${kind}' as kind, c.id as entity_id, ${person_columns}, c.updated_at as since, null::text as fact,
     '${verb} placement ' || c.title as title, c.candidate_name || ', ' || k.name as message,
     'contract/perm_placement/' || c.id as link
   from contract.contract c join business.business k on k.id = c.client_id`

const permToApprove = `${permColumnsOf('to_approve', 'Approve')}
  join ${inbox_people} p on ${another_person} and p.business_id = c.client_id and p.roles && ${rolesSql(perm_approvers.client)}
    and ${isAskedManager(perm_approvers.client)}
  where c.type = 'perm_placement' and c.status = 'pending_approval_client' and c.deleted_at is null`

const permToActivate = `${permColumnsOf('to_activate', 'Activate')}
  join ${inbox_people} p on ${another_person} and p.business_id = c.provider_id and p.roles && ${rolesSql(activators.provider)}
  where c.type = 'perm_placement' and c.status = 'pending_raise_approval' and c.deleted_at is null`

const permRejected = `${permColumnsOf('rejected', 'Correct')}
  join ${inbox_people} p on p.business_id = c.agency_id and ${agency_of_placement}
  where c.type = 'perm_placement' and c.status = 'rejected' and c.deleted_at is null`

export const placement_tasks: readonly TaskSource[] = [
  {
    entity: 'contract.temp_placement',
    kinds: [
      'placement_to_approve',
      'placement_to_activate',
      'placement_rejected',
      'placement_ends',
      'comparable_rate_missing',
      'pay_below_minimum',
    ],
    sql: [toApprove, toActivate, rejected, ends, comparableRate, belowMinimum],
  },
  {
    entity: 'contract.perm_placement',
    kinds: ['placement_to_approve', 'placement_to_activate', 'placement_rejected'],
    sql: [permToApprove, permToActivate, permRejected],
  },
]
