/** Reads the facts of the payroll page: a few statements for any number of PAYE schemes. */
import { addDays, addMonths, type Day } from '#kernel/day.ts'
import type { Tx } from '#server/verb.ts'
import { paymentTypeSql } from '../../shared/payment-type.rules.ts'
import { taxYearStart } from '../../shared/tax-year-start.rules.ts'
import { readPence } from '../figures/run-figures.rules.ts'
import { employedSql } from '../runs/run-work.server.ts'
import {
  AHEAD,
  BEHIND,
  type DueFacts,
  formsOf,
  LEAVERS,
  lastTaxMonth,
  newCodesFrom,
} from './payroll-due.rules.ts'

/** Rows of each kind, the earliest first. */
const MOST = 200

/** States of a return that HMRC has, or was told of elsewhere. */
const has_left = `('sent', 'acknowledged', 'accepted', 'filed_outside')`

const employed_on = (on: string): string =>
  `e.deleted_at is null and e.start_date <= ${on} and coalesce(e.leave_date, ${on}) >= ${on}`

export async function readDueFacts(tx: Tx, schemes: readonly string[], today: Day): Promise<DueFacts> {
  return {
    schemes: await readSchemes(tx, schemes, today),
    runs: await readRuns(tx, schemes, today),
    payments: await readPayments(tx, schemes, today),
    leavers: await readLeavers(tx, schemes, today),
    birthdays: await readBirthdays(tx, schemes, today),
    to_enrol: await readToEnrol(tx, schemes, today),
  }
}

type Scheme = DueFacts['schemes'][number]

async function readSchemes(tx: Tx, schemes: readonly string[], today: Day): Promise<Scheme[]> {
  const { tax_year, tax_month, from, to } = lastTaxMonth(today)
  const forms = formsOf(today)
  const year_end = addDays(taxYearStart(today), -1)
  return tx.rows<Scheme>(
    `select s.id, b.name as employer, s.employer_reference as reference,
       (select count(*)::int from transaction.timesheet t join contract.contract c on c.id = t.contract_id
          join ${employedSql('s.id')} and ${paymentTypeSql('c')} = 'paye'
        where s.source = 'engine' and t.agency_id = s.agency_id and t.status = 'suspense' and t.held_by is null and t.deleted_at is null
          and not exists (select from transaction.pay_run r where r.paye_scheme_id = s.id and r.frequency = e.pay_frequency
            and r.status in ('open', 'calculated', 'checked') and t.start_date <= r.pay_day)) as waiting_timesheets,
       (select count(*)::int from transaction.holiday h join business.employment e on e.id = h.employment_id
        where e.paye_scheme_id = s.id and h.status = 'asked') as asked_holidays,
       case when s.source <> 'engine' or s.ended_on < $4::date or exists (select from transaction.rti_submission o where o.paye_scheme_id = s.id and o.kind = 'eps'
           and o.tax_year = $2 and o.tax_month = $3 and o.status in ${has_left}) then '{}'
         else array_remove(array[
           case when not m.was_paid and m.employs then 'no_pay' end,
           case when m.recovers then 'statutory' end,
           case when m.was_paid and m.claims then 'allowance' end,
           case when m.was_paid and s.levy_charge = 'per_timesheet' then 'levy' end,
           case when m.has_cis then 'cis' end], null) end as summary_for,
       case when $6::int is null then 0 else (select count(*)::int from business.employment e
         where e.paye_scheme_id = s.id and ${employed_on('$7::date')}
           and exists (select from transaction.pay_run_payslip p join transaction.pay_run r on r.id = p.pay_run_id
             where p.employment_id = e.id and p.payslip_id is not null and r.tax_year = $6)
           and not exists (select from transaction.tax_form f where f.employment_id = e.id and f.kind = 'p60' and f.tax_year = $6)) end
         as missing_p60s,
       case when $8::date is null then 0 else (select count(*)::int from business.employment e
         where e.paye_scheme_id = s.id and ${employed_on('$8::date')}
           and not exists (select from business.tax_code c where c.employment_id = e.id and c.deleted_at is null
             and c.effective_from >= $8)) end as codes_to_enter
     from business.paye_scheme s join business.business b on b.id = s.business_id
     cross join lateral (select
       exists (select from transaction.pay_run r where r.paye_scheme_id = s.id and r.status in ('approved', 'paid')
           and r.pay_day between $4::date and $5::date)
         or exists (select from transaction.tax_month k where k.paye_scheme_id = s.id and k.period_end = $5::date
           and k.status = 'taken_over') as was_paid,
       exists (select from business.employment e where e.paye_scheme_id = s.id and ${employed_on('$5::date')}) as employs,
       exists (select from transaction.statutory_payment y join business.employment e on e.id = y.employment_id
         where e.paye_scheme_id = s.id and y.kind <> 'ssp' and y.deleted_at is null and y.pay_day between $4::date and $5::date)
         as recovers,
       coalesce((select y.claims_employment_allowance from business.paye_scheme_year y where y.paye_scheme_id = s.id
           and y.effective_from <= $5::date and y.deleted_at is null order by y.effective_from desc limit 1), false)
         and not exists (select from transaction.rti_submission o where o.paye_scheme_id = s.id and o.tax_year = $2
           and o.claims_allowance and o.status in ${has_left}) as claims,
       exists (select from transaction.cis_suffered i where i.paye_scheme_id = s.id and i.tax_year = $2 and i.tax_month = $3
         and i.status = 'approved') as has_cis) m
     where s.id = any ($1)
     order by b.name, s.employer_reference, s.id`,
    [schemes, tax_year, tax_month, from, to, forms?.tax_year ?? null, year_end, newCodesFrom(today)],
  )
}

/** Runs under way, and those that HMRC was not told of. */
const readRuns = (tx: Tx, schemes: readonly string[], today: Day) =>
  tx.rows<DueFacts['runs'][number]>(
    `select r.paye_scheme_id as scheme_id, r.id, r.human_id, r.status, r.pay_day, r.stop_count, r.warning_count, false as is_reported
     from transaction.pay_run r
     where r.paye_scheme_id = any ($1) and r.pay_day <= $2::date and (r.status in ('open', 'calculated', 'checked')
       or r.status in ('approved', 'paid') and not exists (select from transaction.rti_submission o
         where o.pay_run_id = r.id and o.status in ${has_left}))
     order by r.pay_day, r.id limit ${MOST}`,
    [schemes, addDays(today, AHEAD)],
  )

async function readPayments(tx: Tx, schemes: readonly string[], today: Day): Promise<DueFacts['payments']> {
  type Row = Omit<DueFacts['payments'][number], 'amount'> & { readonly amount: string }
  const rows = await tx.rows<Row>(
    `select p.paye_scheme_id as scheme_id, p.kind, p.due_date, count(*)::int as count, sum(p.amount)::text as amount,
       case when count(*) = 1 then min(p.id::text) end as payment_id
     from transaction.payroll_payment p
     where p.paye_scheme_id = any ($1) and p.status = 'due' and p.amount > 0 and p.due_date <= $2::date
     group by p.paye_scheme_id, p.kind, p.due_date order by p.due_date, p.paye_scheme_id, p.kind limit ${MOST}`,
    [schemes, addDays(today, AHEAD)],
  )
  return rows.map(({ amount, ...row }) => ({ ...row, amount: readPence(amount) }))
}

const named = 'e.paye_scheme_id as scheme_id, e.id as employment_id, k.name as worker'

/** Who left after pay of a run, and has no P45 yet. */
const readLeavers = (tx: Tx, schemes: readonly string[], today: Day) =>
  tx.rows<DueFacts['leavers'][number]>(
    `select ${named}, e.leave_date
     from business.employment e join business.business k on k.id = e.contractor_id
     where e.paye_scheme_id = any ($1) and e.deleted_at is null and e.leave_date between $2::date and $3::date
       and exists (select from transaction.pay_run_payslip p where p.employment_id = e.id and p.payslip_id is not null)
       and not exists (select from transaction.tax_form f where f.employment_id = e.id and f.kind = 'p45')
     order by e.leave_date, e.id limit ${MOST}`,
    [schemes, addDays(today, -LEAVERS), addDays(today, -1)],
  )

/** Workers of about 16, 21 and State Pension age, with the letter in force. */
function readBirthdays(tx: Tx, schemes: readonly string[], today: Day) {
  const [first, last] = [addDays(today, -BEHIND), addDays(today, AHEAD)]
  const born = (day: Day, age: number) => addMonths(day, -12 * age)
  return tx.rows<DueFacts['birthdays'][number]>(
    `select ${named}, i.date_of_birth as born, n.letter
     from business.employment e join business.business k on k.id = e.contractor_id
     join business.individual i on i.id = k.individual_id
     join business.ni_category n on n.employment_id = e.id and n.deleted_at is null
       and $3::date between n.effective_from and coalesce(n.effective_to, $3::date)
     where e.paye_scheme_id = any ($1) and ${employed_on('$2::date')} and (i.date_of_birth between $4::date and $5::date
       or i.date_of_birth between $6::date and $7::date or i.date_of_birth between $8::date and $9::date)
     order by i.date_of_birth, e.id limit ${MOST}`,
    [
      schemes,
      today,
      last,
      born(first, 16),
      born(last, 16),
      born(first, 21),
      born(last, 21),
      born(first, 68),
      born(last, 66),
    ],
  )
}

const readToEnrol = (tx: Tx, schemes: readonly string[], today: Day) =>
  tx.rows<DueFacts['to_enrol'][number]>(
    `select ${named}, min(r.pay_day) as pay_day
     from transaction.pay_run_check c join transaction.pay_run r on r.id = c.pay_run_id and r.status <> 'cancelled'
     join business.employment e on e.contractor_id = c.contractor_id and e.paye_scheme_id = r.paye_scheme_id
       and ${employed_on('$3::date')}
     join business.business k on k.id = e.contractor_id
     where r.paye_scheme_id = any ($1) and c.code = 'N05' and r.pay_day between $2::date and $4::date
       and not exists (select from business.pension_membership m where m.employment_id = e.id and m.deleted_at is null
         and m.effective_from >= r.pay_day - 31)
     group by e.paye_scheme_id, e.id, k.name order by 4, e.id limit ${MOST}`,
    [schemes, addDays(today, -BEHIND), today, addDays(today, AHEAD)],
  )
