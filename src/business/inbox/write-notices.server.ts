/** Notices: facts that a person reads once. Their words hold no amounts. */
import type { Instant } from '#kernel/instant.ts'
import type { Tx } from '#server/verb.ts'
import { insertSelectSql } from '#server/write-row.server.ts'
import { notification_log } from '../platform/log.entity.ts'
import { rolesSql } from '../shared/roles-sql.server.ts'
import { agency_side } from '../shared/who-may.rules.ts'
import type { NoticeName } from './followed-audit.rules.ts'
import { daySql, inbox_people, new_notice_columns, person_columns } from './inbox-people.server.ts'

/** Reads rows of kind, entity, entity_id, person, title, message and link for the ids `$2`. */
const contractorsOf = (column: string): string =>
  `join ${inbox_people} p on p.business_id = ${column} and 'contractor' = any (p.roles)`

const approved = (noun: 'timesheet' | 'expense', about: string): string => `
  select 'work_approved' as kind, 'transaction.${noun}' as entity, t.id as entity_id, ${person_columns},
    '${noun === 'timesheet' ? 'Timesheet' : 'Expense'} ' || t.human_id || ' approved' as title, ${about} as message,
    'transaction/${noun}/' || t.id as link
  from transaction.${noun} t join business.business b on b.id = t.client_id ${contractorsOf('t.contractor_id')}
  where t.id = any ($2::uuid[])`

const of_document = `i.id as entity_id, ${person_columns}`

const sources: Readonly<Record<NoticeName, string>> = {
  work_approved: `${approved('timesheet', `b.name || ', to ' || ${daySql('t.end_date')}`)} union all ${approved('expense', 'b.name')}`,
  document_issued: `
    select 'document_issued' as kind, 'transaction.invoice' as entity, ${of_document},
      'Invoice ' || i.human_id || ' issued' as title, 'Due ' || ${daySql('i.due_date')} as message,
      'transaction/invoice/' || i.id as link
    from transaction.invoice i ${contractorsOf('i.contractor_id')}
    where i.invoice_set_id = any ($2::uuid[]) and i.type = 'contractor-agency' and i.status = 'open'`,
  documents_paid: `
    select 'work_paid' as kind, 'transaction.invoice' as entity, ${of_document}, 'Invoice ' || i.human_id || ' paid' as title,
      'Paid to ' || b.name as message, 'transaction/invoice/' || i.id as link
    from payment.payment_batch_item m join transaction.invoice i on i.id = m.invoice_id
    join business.business b on b.id = m.payee_id ${contractorsOf('i.contractor_id')}
    where m.payment_batch_id = any ($2::uuid[]) and m.status = 'paid' and i.type = 'contractor-agency'`,
  payslip_paid: `
    select 'work_paid' as kind, 'transaction.payslip' as entity, s.id as entity_id, ${person_columns},
      'Payslip ' || s.human_id || ' paid' as title, 'Pay day ' || ${daySql('s.pay_date')} as message,
      'paye/payslip/' || s.id as link
    from transaction.payslip s ${contractorsOf('s.contractor_id')} where s.id = any ($2::uuid[])`,
  // The payslip leaves the worker's lists, so the notice leads to them.
  payslip_withdrawn: `
    select 'payslip_withdrawn' as kind, 'transaction.payslip' as entity, s.id as entity_id, ${person_columns},
      'Payslip ' || s.human_id || ' withdrawn' as title, 'Pay day ' || ${daySql('s.pay_date')} || ': another one follows' as message,
      'paye/payslip' as link
    from transaction.payslip s ${contractorsOf('s.contractor_id')} where s.id = any ($2::uuid[])`,
  client_linked: `
    select 'client_linked' as kind, 'business.service' as entity, s.id as entity_id, ${person_columns},
      b.name || ' is your client' as title, b.human_id || ', linked by your provider' as message, 'business/client/' || b.id as link
    from business.service s join business.business b on b.id = s.from_business_id
    join ${inbox_people} p on p.business_id = s.agency_id and p.roles && ${rolesSql(agency_side.agency)}
    where s.id = any ($2::uuid[])`,
  agency_accepted: `
    select 'agency_accepted' as kind, 'business.service' as entity, s.id as entity_id, ${person_columns},
      a.name || ' works with you' as title, 'New placements with them show under Placements' as message,
      'request/new_own_service_change' as link
    from business.service s join business.business a on a.id = s.to_business_id ${contractorsOf('s.from_business_id')}
    where s.id = any ($2::uuid[])`,
  agency_declined: `
    select 'agency_declined' as kind, 'request.draft_request' as entity, d.id as entity_id, ${person_columns},
      a.name || ' declined to work with you' as title, k.declined_because as message,
      'request/new_own_service_change' as link
    from request.draft_request d join auth.party_link k on k.draft_id = d.id join business.business a on a.id = d.business_id
    ${contractorsOf('k.contractor_id')}
    where d.id = any ($2::uuid[])`,
}

/** A notice row of the source `w`; `$1` is now. */
export const noticeSql = (mail: string, fact: string): string =>
  insertSelectSql(notification_log, {
    ...new_notice_columns,
    class: `'notice'`,
    entity: 'w.entity',
    fact_key: fact,
    actor_user_id: 'null',
    mail: `'${mail}'`,
    created_at: '$1',
  })

export async function writeNotices(
  tx: Tx,
  at: Instant,
  name: NoticeName,
  ids: readonly string[],
): Promise<void> {
  await tx.run(
    `${noticeSql('daily', `w.kind || ':' || w.entity_id || ':' || w.contact_id`)} from (${sources[name]}) w
     on conflict (fact_key) do nothing`,
    [at, ids],
  )
}
