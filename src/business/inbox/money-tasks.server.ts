/** Tasks of money, terms and rights: changes to answer, accounts to confirm, roles to decide, batches to check, disputes to settle. */
import { admin_roles, client_cost_roles, client_placement_roles } from '#entity/roles.ts'
import { agencyDeciders } from '../change-requests/request/party-change.rules.ts'
import { party_approvers } from '../parties/onboarding.rules.ts'
import { keptOffSql, withPrograms } from '../payments/batch-checkers.server.ts'
import { batch_checkers } from '../payments/payment-batch.rules.ts'
import { cis_approvers } from '../payroll/cis/cis-suffered.rules.ts'
import { settlement_deciders } from '../payroll/overpayments/overpayment-settlement.rules.ts'
import { AROUND_MONTHS, EVERY_MONTHS } from '../payroll/pension/re-enrolment.rules.ts'
import { run_approvers } from '../payroll/runs/pay-run.rules.ts'
import { payroll_keepers } from '../payroll/schemes/paye-scheme.rules.ts'
import { isOfAgencySql } from '../shared/further-payees-sql.server.ts'
import { rolesSql } from '../shared/roles-sql.server.ts'
import { agency_writers, provider_staff } from '../shared/who-may.rules.ts'
import { daySql, inbox_people, person_columns } from './inbox-people.server.ts'
import { asksInvoiceContactSql } from './invoice-contact-tasks.server.ts'
import type { TaskSource } from './task-sources.server.ts'

/** The side in turn. A change of the client's rates is for people that read its cost (change-request.rules.ts). */
const change_request: TaskSource = {
  entity: 'request.change_request',
  kinds: ['change_request_to_answer'],
  sql: [
    `select 'change_request_to_answer' as kind, r.id as entity_id, ${person_columns}, r.told_updated_at as since, null::text as fact,
       'Answer change request ' || r.human_id as title,
       coalesce(c.title || ' (' || c.human_id || ')', k.name || ' (' || k.human_id || ')', r.new_values ->> 'name') as message,
       'request/change_request/' || r.id as link
     from request.change_request r left join contract.contract c on c.id = r.contract_id
     left join business.service s on s.id = r.service_id
     left join business.business k on k.id = coalesce(s.from_business_id, r.entity_id)
     join ${inbox_people} p on p.business_id = case r.waits_for when 'agency' then r.agency_id when 'client' then r.client_id
         when 'contractor' then r.contractor_id when 'provider' then r.provider_id end
       and p.roles && case r.waits_for
         when 'agency' then case r.subject when 'contractor' then ${rolesSql(agencyDeciders('contractor'))}
           else ${rolesSql(agencyDeciders('contract'))} end
         when 'client' then ${rolesSql(client_placement_roles)} when 'contractor' then array['contractor']
         else ${rolesSql(party_approvers.provider)} end
       and p.user_id <> r.requested_by and p.user_id is distinct from r.requested_as
     where r.status = 'pending' and r.type <> 'credit_limit' and r.deleted_at is null and (r.waits_for <> 'client'
       or not ${asksInvoiceContactSql}
       or p.roles && ${rolesSql(client_cost_roles)})`,
  ],
}

const payment_terms: TaskSource = {
  entity: 'config.payment_terms',
  kinds: ['payment_terms_to_confirm', 'payment_terms_rejected'],
  sql: [
    `select 'payment_terms_to_confirm' as kind, k.id as entity_id, ${person_columns}, k.created_at as since, null::text as fact,
       'Confirm payment terms of ' || k.payment_terms || ' days' as title,
       a.name || ', from ' || ${daySql('k.effective_from')} as message, 'config/payment_terms' as link
     from config.configuration k join business.business a on a.id = k.agency_id
     join ${inbox_people} p on p.business_id = k.business_id and p.roles && ${rolesSql(client_cost_roles)}
     where k.type = 'payment_terms' and k.status = 'inprogress' and k.deleted_at is null`,
    // Until the agency asks again.
    `select 'payment_terms_rejected' as kind, k.id as entity_id, ${person_columns}, k.updated_at as since, null::text as fact,
       b.name || ' rejected ' || k.payment_terms || ' days' as title, k.status_comment as message,
       'config/ask_payment_terms/' || k.id as link
     from config.configuration k join business.business b on b.id = k.business_id
     join ${inbox_people} p on p.business_id = k.agency_id and p.roles && ${rolesSql(agency_writers)}
     where k.type = 'payment_terms' and k.status = 'rejected' and k.deleted_at is null and not exists (
       select from config.configuration n where n.type = k.type and n.transaction_id = k.transaction_id and n.sub_type = k.sub_type
         and n.created_at > k.created_at and n.deleted_at is null)`,
  ],
}

/** Second persons by the type of the account's business (bank-account.rules.ts); never the person who entered it. */
const bank_account: TaskSource = {
  entity: 'business.bank_account',
  kinds: ['bank_account_to_confirm'],
  sql: [
    `select 'bank_account_to_confirm' as kind, k.id as entity_id, ${person_columns}, k.created_at as since, null::text as fact,
       'Confirm a bank account' as title, b.name || ', ' || k.purpose || ' account' as message, 'business/bank_account/' || k.id as link
     from business.bank_account k join business.business b on b.id = k.business_id
     join ${inbox_people} p on p.business_id = coalesce(b.provider_id, b.id)
       and p.roles && case when b.type in ('provider', 'funder') then array['provider_admin', 'provider_approver']
         else array['provider_admin', 'provider_operations', 'provider_approver'] end
     where k.status = 'pending' and k.deleted_at is null and p.user_id is distinct from k.requested_by`,
    `select 'bank_account_to_confirm', k.id, ${person_columns}, k.created_at, null,
       'Confirm a bank account', b.name || ', ' || k.purpose || ' account', 'business/bank_account/' || k.id
     from business.bank_account k join business.business b on b.id = k.business_id
     join ${inbox_people} p on 'agency_admin' = any (p.roles) and p.business_id in (
       select b.id where b.type = 'agency'
       union select s.to_business_id from business.service s where s.from_business_id = b.id and b.type = 'contractor'
         and s.type = 'contractor-agency' and s.status <> 'deleted' and s.deleted_at is null
       union select s.to_business_id from business.service e join business.service s on s.from_business_id = e.from_business_id
         where e.to_business_id = b.id and b.type in ('limited', 'selfemployed') and e.type = 'contractor-company'
           and s.type = 'contractor-agency' and ${isOfAgencySql('e', 's.to_business_id')} and s.status <> 'deleted' and e.status <> 'deleted'
           and s.deleted_at is null and e.deleted_at is null)
     where k.status = 'pending' and k.deleted_at is null and p.user_id is distinct from k.requested_by`,
  ],
}

/** Its deciders are administrators of the business, else of its provider; never the asker or the person concerned. */
const role_change: TaskSource = {
  entity: 'request.role_change',
  kinds: ['role_change_to_decide'],
  sql: [
    `select 'role_change_to_decide' as kind, r.id as entity_id, ${person_columns}, r.created_at as since, null::text as fact,
       case r.kind when 'roles' then 'Decide about a role' when 'address' then 'Decide about a sign-in address'
         when 'reactivation' then 'Decide about a reactivation' else 'Decide about a factor reset' end as title,
       r.name || ', ' || b.name as message, 'admin/people' as link
     from request.role_change r join business.business b on b.id = r.business_id
     cross join lateral request.role_change_deciders(r.business_id, r.provider_id, r.asked_by, r.user_id, r.email) d
     join ${inbox_people} p on p.user_id = d.decider_id and p.roles && ${rolesSql(admin_roles)}
       and p.business_id = case d.side when 'business' then r.business_id else r.provider_id end
     where r.status = 'pending' and r.expires_at > $1::timestamptz`,
  ],
}

/** Maker, checker and payee are three people, and the checker asked for no payment (payment-batch.rules.ts). */
const batch = (
  kind: 'batch_to_review' | 'batch_to_complete',
  status: string,
  word: string,
  since: string,
) => `
  select '${kind}' as kind, b.id as entity_id, ${person_columns}, ${since} as since, null::text as fact,
    '${word} batch ' || b.human_id as title,
    b.item_count || case b.item_count when 1 then ' item' else ' items' end || ', run date ' || ${daySql('b.run_date')} as message,
    'payment/payment_batch/' || b.id as link
  from payment.payment_batch b
  join ${inbox_people} p on p.business_id = b.provider_id and p.roles && ${rolesSql(batch_checkers)}
  where b.status = '${status}' and b.deleted_at is null and b.item_count > 0
    and not ${keptOffSql(withPrograms('p.user_id'), { now: '$1', today: '$2' })}`

const payment_batch: TaskSource = {
  entity: 'payment.payment_batch',
  kinds: ['batch_to_review', 'batch_to_complete'],
  sql: [
    batch('batch_to_review', 'under_review', 'Review', 'b.updated_at'),
    batch('batch_to_complete', 'reviewed', 'Complete', 'coalesce(b.reviewed_at, b.updated_at)'),
  ],
}

/** Maker, approver and payee are three people (pay-run.rules.ts). */
const pay_run: TaskSource = {
  entity: 'transaction.pay_run',
  kinds: ['pay_run_to_approve', 'pay_run_went_back'],
  sql: [
    `select 'pay_run_to_approve' as kind, r.id as entity_id, ${person_columns}, coalesce(r.checked_at, r.updated_at) as since,
       null::text as fact, 'Approve pay run ' || r.human_id as title,
       r.payslip_count || case r.payslip_count when 1 then ' payslip' else ' payslips' end || ', pay day ' || ${daySql('r.pay_day')}
         as message, 'paye/pay_run/' || r.id as link
     from transaction.pay_run r
     join ${inbox_people} p on p.business_id = r.provider_id and p.roles && ${rolesSql(run_approvers)}
     where r.status = 'checked' and p.user_id <> all (r.prepared_by)
       and not exists (select from transaction.pay_run_payslip s
         join business.business_contact o on o.business_id = s.contractor_id and o.deleted_at is null
         where s.pay_run_id = r.id and s.withdrawn_as is null and o.user_id = p.user_id)`,
    // For the people who prepared the run. Where the product opened it, or these people are gone: for all who may prepare runs.
    `select 'pay_run_went_back' as kind, r.id as entity_id, ${person_columns}, r.went_back_at as since, null::text as fact,
       'Calculate pay run ' || r.human_id || ' again' as title,
       coalesce(r.went_back_for #>> '{changes,0,what}', 'Its facts changed') as message, 'paye/pay_run/' || r.id as link
     from transaction.pay_run r
     join ${inbox_people} p on p.business_id = r.provider_id and p.roles && ${rolesSql(provider_staff)}
     where r.status = 'open' and r.went_back_at is not null
       and (p.user_id = any (r.prepared_by) or not exists (select from ${inbox_people} m
         where m.business_id = r.provider_id and m.roles && ${rolesSql(provider_staff)} and m.user_id = any (r.prepared_by)))`,
  ],
}

/** Maker and approver are two people (cis-suffered.rules.ts). */
const cis_suffered: TaskSource = {
  entity: 'transaction.cis_suffered',
  kinds: ['cis_to_approve'],
  sql: [
    `select 'cis_to_approve' as kind, c.id as entity_id, ${person_columns}, c.created_at as since, null::text as fact,
       'Approve CIS suffered of ' || s.employer_reference as title,
       'To ' || ${daySql('c.period_end')} as message, 'paye/p32/' || c.paye_scheme_id as link
     from transaction.cis_suffered c join business.paye_scheme s on s.id = c.paye_scheme_id
     join ${inbox_people} p on p.business_id = c.provider_id and p.roles && ${rolesSql(cis_approvers)}
     where c.status = 'entered' and p.user_id <> c.created_by`,
  ],
}

/** Author and decider are two people (overpayment-settlement.rules.ts). */
const overpayment: TaskSource = {
  entity: 'transaction.overpayment',
  kinds: ['overpayment_to_decide'],
  sql: [
    `select 'overpayment_to_decide' as kind, o.id as entity_id, ${person_columns}, o.created_at as since, null::text as fact,
       case o.kind when 'repaid' then 'Confirm that ' || k.name || ' repaid an overpayment'
         else 'Write off an overpayment of ' || k.name end as title,
       o.reason as message, 'paye/employment/' || o.employment_id as link
     from transaction.overpayment o join business.business k on k.id = o.contractor_id
     join ${inbox_people} p on p.business_id = o.provider_id and p.roles && ${rolesSql(settlement_deciders.provider)}
     where o.status = 'asked' and p.user_id <> o.created_by`,
  ],
}

/** Returns that HMRC rejected and nothing replaced, and those of which nobody knows whether HMRC has them. */
const rti_submission: TaskSource = {
  entity: 'transaction.rti_submission',
  kinds: ['return_rejected', 'return_unanswered'],
  sql: [
    `select case t.status when 'rejected' then 'return_rejected' else 'return_unanswered' end as kind, t.id as entity_id,
       ${person_columns}, coalesce(t.unknown_since, t.updated_at) as since, null::text as fact,
       case t.status when 'rejected' then 'Correct return ' || t.human_id
         else 'Find out whether HMRC has return ' || t.human_id end as title,
       case t.status when 'rejected' then 'HMRC rejected it' else 'HMRC gave no answer' end as message,
       'paye/rti_submission/' || t.id as link
     from transaction.rti_submission t
     join ${inbox_people} p on p.business_id = t.provider_id and p.roles && ${rolesSql(provider_staff)}
     where t.unknown_since is not null or t.status = 'rejected'
       and not exists (select from transaction.rti_submission o
         where o.paye_scheme_id = t.paye_scheme_id and o.kind = t.kind and o.pay_run_id is not distinct from t.pay_run_id
           and (o.tax_year, o.tax_month) = (t.tax_year, t.tax_month) and (length(o.human_id), o.human_id) > (length(t.human_id), t.human_id))`,
  ],
}

/** From the first day of the window until its day is entered (re-enrolment.rules.ts). */
const pension_duties: TaskSource = {
  entity: 'business.paye_scheme',
  kinds: ['pension_re_enrolment'],
  sql: [
    `select 'pension_re_enrolment' as kind, s.id as entity_id, ${person_columns}, w.opens::timestamp at time zone 'Europe/London' as since,
       w.opens::text as fact, 'Choose the day of pension re-enrolment of ' || s.employer_reference as title,
       ${daySql('w.opens')} || ' to ' || ${daySql('w.closes')} as message, 'paye/paye_scheme/' || s.id as link
     from business.paye_scheme s
     cross join lateral (select (coalesce(s.re_enrolled_on, s.pension_duties_from) + interval '${EVERY_MONTHS} months')::date as anniversary) a
     cross join lateral (select (a.anniversary - interval '${AROUND_MONTHS} months')::date as opens,
       (a.anniversary + interval '${AROUND_MONTHS} months')::date - 1 as closes) w
     join ${inbox_people} p on (p.business_id = s.agency_id and p.roles && ${rolesSql(payroll_keepers.agency)}
       or s.agency_id is null and p.business_id = s.provider_id and p.roles && ${rolesSql(payroll_keepers.provider)})
     where w.opens <= $2::date`,
  ],
}

/** Asker, approver and worker are different people (holiday.rules.ts). */
const holiday: TaskSource = {
  entity: 'transaction.holiday',
  kinds: ['holiday_to_approve'],
  sql: [
    `select 'holiday_to_approve' as kind, h.id as entity_id, ${person_columns}, h.created_at as since, null::text as fact,
       'Answer a holiday of ' || k.name as title,
       ${daySql('h.first_day')} || ' to ' || ${daySql('h.last_day')} as message, 'paye/employment/' || h.employment_id || '/holiday' as link
     from transaction.holiday h join business.business k on k.id = h.contractor_id
     join ${inbox_people} p on (p.business_id = h.agency_id and p.roles && ${rolesSql(payroll_keepers.agency)}
       or h.agency_id is null and p.business_id = h.provider_id and p.roles && ${rolesSql(payroll_keepers.provider)})
     where h.status = 'asked' and p.user_id <> h.created_by
       and not exists (select from business.business_contact o
         where o.business_id = h.contractor_id and o.deleted_at is null and o.user_id = p.user_id)`,
  ],
}

const dispute: TaskSource = {
  entity: 'transaction.invoice',
  kinds: ['dispute_to_settle'],
  sql: [
    `select 'dispute_to_settle' as kind, d.invoice_id as entity_id, ${person_columns}, d.updated_at as since, null::text as fact,
       'Settle the dispute of ' || i.human_id as title, b.name as message, 'transaction/invoice/' || i.id as link
     from transaction.dispute d join transaction.invoice i on i.id = d.invoice_id
     join business.business b on b.id = d.client_id join ${inbox_people} p on p.id = d.owner_id
     where d.status = 'open'`,
  ],
}

export const money_tasks: readonly TaskSource[] = [
  change_request,
  payment_terms,
  bank_account,
  role_change,
  payment_batch,
  pay_run,
  cis_suffered,
  overpayment,
  pension_duties,
  holiday,
  rti_submission,
  dispute,
]
