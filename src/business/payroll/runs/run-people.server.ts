/** Facts of a run's workers that its checks need beside those of the engine. */
import { type Day, day, maxDay } from '#kernel/day.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import { holdForOthers, payeeStandings } from '../../payments/hold-payee.server.ts'
import { paymentTypeSql } from '../../shared/payment-type.rules.ts'
import { taxYearStart } from '../../shared/tax-year-start.rules.ts'
import { isAfterLeavingSql } from '../employment/after-leaving.rules.ts'
import { lacksP45LoanSql } from '../employment/p45-loan.rules.ts'
import { employmentOfSql } from '../employment/payslip-employment.rules.ts'
import type { Payslip } from '../engine/calculated-payslip.rules.ts'
import type { NiLetter } from '../engine/tax-year.rules.ts'
import type { Pence } from '../engine/whole.rules.ts'
import { payoutAccountSql, readAccountSharers, type Sharer } from '../figures/account-sharers.server.ts'
import { readPence } from '../figures/run-figures.rules.ts'
import type { Membership } from '../pension/membership.rules.ts'
import type { Person } from './computed-slip.rules.ts'
import type { EmploymentFacts } from './employment-state.server.ts'
import type { Missing } from './run-total-checks.rules.ts'
import type { RunFacts } from './run-work.rules.ts'
import { employedSql } from './run-work.server.ts'

type Run = RunFacts & { readonly currency_id: string; readonly provider_id: string }

export type RunPerson = Person & {
  /** The leaving is settled: this is pay after it. */
  readonly has_left: boolean
  readonly leave_date: Day | null
}

type Row = {
  readonly id: string
  readonly contractor_id: string
  readonly name: string
  readonly born: string | null
  readonly code_since: string | null
  readonly letter_since: string | null
  readonly has_left: boolean
  readonly leave_date: Day | null
  readonly off_payroll: boolean
  readonly also_paid_by: string[]
  readonly before: readonly { readonly net: string; readonly gross: string }[]
  readonly lacks_p45_loan: boolean
  readonly membership: Membership | null
  readonly pension_duties_from: Day | null
  readonly re_enrolled_on: Day | null
  /** Sort code and number of the account that is paid into. */
  readonly account: string | null
}

const BEFORE = 4

/** By employment. */
export async function readPersons(
  { tx, clock }: VerbContext,
  run: Run,
  employments: readonly EmploymentFacts[],
): Promise<ReadonlyMap<string, RunPerson>> {
  const rows = await tx.rows<Row>(
    `select e.id, e.contractor_id, e.off_payroll, s.pension_duties_from, s.re_enrolled_on, k.name, i.date_of_birth as born, c.effective_from as code_since, n.effective_from as letter_since,
       ${isAfterLeavingSql('e', '$2::date')} as has_left, e.leave_date, ${lacksP45LoanSql('e')} as lacks_p45_loan,
       array(select distinct b.name from business.employment o join business.paye_scheme z on z.id = o.paye_scheme_id
         join business.business b on b.id = z.business_id
         where o.contractor_id = e.contractor_id and o.deleted_at is null and z.id <> s.id and z.provider_id = s.provider_id
           and z.associated_group = s.associated_group and o.start_date <= $2::date
           and coalesce(o.leave_date, $2::date) >= $2::date order by 1) as also_paid_by,
       (select coalesce(jsonb_agg(jsonb_build_object('net', l.net_pay::text, 'gross', l.gross_pay::text)), '[]') from (
         select p.net_pay, p.gross_pay from transaction.payslip p where p.contractor_id = e.contractor_id
           and p.agency_id = e.agency_id and p.pay_date < $2::date and p.status <> 'draft' and p.deleted_at is null
           and ${employmentOfSql('p')} = e.id
         order by p.pay_date desc, p.id desc limit ${BEFORE}) l) as before,
       (select jsonb_build_object('state', m.state, 'entry', m.entry, 'informed_on', m.informed_on,
           'postponed_to', m.postponed_to, 'effective_from', m.effective_from)
         from business.pension_membership m where m.employment_id = e.id and m.deleted_at is null
           and $2::date between m.effective_from and coalesce(m.effective_to, $2::date)) as membership,
       ${payoutAccountSql('e.contractor_id', '$3')} as account
     from business.employment e
     join business.paye_scheme s on s.id = e.paye_scheme_id
     join business.business k on k.id = e.contractor_id
     left join business.individual i on i.id = k.individual_id
     left join business.tax_code c on c.employment_id = e.id and c.deleted_at is null
       and $2::date between c.effective_from and coalesce(c.effective_to, $2::date)
     left join business.ni_category n on n.employment_id = e.id and n.deleted_at is null
       and $2::date between n.effective_from and coalesce(n.effective_to, $2::date)
     where e.id = any ($1)`,
    [employments.map(({ id }) => id), run.pay_day, run.currency_id],
  )
  const standings = await payeeStandings(
    tx,
    rows.map(({ contractor_id }) => contractor_id),
    run.currency_id,
    // Pay of a day that is over leaves today at the earliest.
    maxDay(run.pay_day, clock.today()),
  )
  const paid = rows.flatMap(({ contractor_id, name, account }) =>
    account === null ? [] : [{ contractor_id, name, account }],
  )
  const sharers = await readAccountSharers(tx, run, [...new Set(paid.map(({ account }) => account))])
  const by_account = Map.groupBy([...paid, ...sharers], ({ account }): string | null => account)
  return new Map(
    rows.map((row) => [
      row.id,
      {
        contractor_id: row.contractor_id,
        name: row.name,
        born: row.born === null ? null : day(row.born),
        // The batch that pays the company looks at its account.
        account_fault: row.off_payroll
          ? null
          : holdForOthers(standings.get(row.contractor_id)?.hold_reason ?? null),
        shares_account_with: row.off_payroll ? [] : othersOf(row, by_account.get(row.account) ?? []),
        lacks_p45_loan: row.lacks_p45_loan,
        also_paid_by: row.also_paid_by,
        code_since: row.code_since === null ? run.pay_day : day(row.code_since),
        letter_since: row.letter_since === null ? run.pay_day : day(row.letter_since),
        membership: row.membership,
        duties: { pension_duties_from: row.pension_duties_from, re_enrolled_on: row.re_enrolled_on },
        before: row.before.map(({ net, gross }) => ({ net: readPence(net), gross: readPence(gross) })),
        has_left: row.has_left,
        leave_date: row.leave_date,
      },
    ]),
  )
}

/** The names of other workers, each once. */
const othersOf = (row: Row, sharers: readonly Sharer[]): string[] => [
  ...new Map(
    sharers
      .filter(({ contractor_id }) => contractor_id !== row.contractor_id)
      .map(({ contractor_id, name }) => [contractor_id, name]),
  ).values(),
]

/** Longer than any pay period. */
const PERIOD_DAYS = 35

export type EarlierSlip = Pick<Payslip, 'parts' | 'attached'> & { readonly pay_day: Day }

/** Issued payslips that the computation builds on, by employment: of this period, and of corrected work. */
export async function readEarlier(
  tx: Tx,
  { pay_day }: Run,
  employments: readonly EmploymentFacts[],
  corrected: readonly string[],
): Promise<ReadonlyMap<string, readonly EarlierSlip[]>> {
  type Kept = {
    readonly employment_id: string
    readonly pay_day: string
    readonly kept: Pick<Payslip, 'parts' | 'attached'>
  }
  const rows = await tx.rows<Kept>(
    `select p.employment_id, r.pay_day, p.kept from transaction.pay_run_payslip p
     join transaction.pay_run r on r.id = p.pay_run_id
     where p.employment_id = any ($1) and p.payslip_id is not null and r.pay_day >= $3::date and r.pay_day < $4::date
       and (p.employment_id = any ($2) or r.pay_day > $4::date - ${PERIOD_DAYS})
     order by r.pay_day, p.id`,
    [employments.map(({ id }) => id), corrected, taxYearStart(pay_day), pay_day],
  )
  const slips = rows.map((row) => ({
    ...row.kept,
    employment_id: row.employment_id,
    pay_day: day(row.pay_day),
  }))
  return Map.groupBy(slips, ({ employment_id }) => employment_id)
}

/** Employments with a payslip of the tax year that left National Insurance for later pay. */
export async function readRecovering(
  tx: Tx,
  { pay_day }: Run,
  employments: readonly EmploymentFacts[],
): Promise<readonly string[]> {
  const rows = await tx.rows<{ employment_id: string }>(
    `select distinct p.employment_id from transaction.pay_run_payslip p join transaction.pay_run r on r.id = p.pay_run_id
     where p.employment_id = any ($1) and p.kept @? '$.parts[*].ni_waits' and p.payslip_id is not null
       and r.pay_day >= $2::date and r.pay_day < $3::date`,
    [employments.map(({ id }) => id), taxYearStart(pay_day), pay_day],
  )
  return rows.map(({ employment_id }) => employment_id)
}

/** The NI letter of a correction with its pay days; `to` is null without a later letter. */
export type CorrectedLetter = {
  readonly letter: NiLetter
  readonly from: Day
  readonly to: Day | null
  readonly entered_by: string
}

/** By employment: letters that were corrected after pay days of the tax year. */
export async function readCorrectedLetters(
  tx: Tx,
  { pay_day }: Run,
  employments: readonly EmploymentFacts[],
): Promise<ReadonlyMap<string, readonly CorrectedLetter[]>> {
  const rows = await tx.rows<CorrectedLetter & { readonly employment_id: string }>(
    `select n.employment_id, n.letter, n.effective_from as "from", n.effective_to as "to", n.created_by as entered_by
     from business.ni_category n where n.employment_id = any ($1) and n.is_correction and n.deleted_at is null
       and coalesce(n.effective_to, $2::date) >= $2::date and n.effective_from < $3::date order by n.effective_from`,
    [employments.map(({ id }) => id), taxYearStart(pay_day), pay_day],
  )
  return Map.groupBy(rows, ({ employment_id }) => employment_id)
}

/** The run before, with the workers and timesheets that this run leaves out. */
export async function readLastRun(
  tx: Tx,
  run: Run,
  contractor_ids: readonly string[],
): Promise<Omit<Missing, 'net' | 'late'> & { readonly last_gross: Pence | null }> {
  const last = await tx.row<{ id: string; gross_pay: string; net_pay: string }>(
    `select id, gross_pay, net_pay from transaction.pay_run
     where paye_scheme_id = $1 and frequency = $2 and pay_day < $3::date and status in ('approved', 'paid')
     order by pay_day desc limit 1`,
    [run.paye_scheme_id, run.frequency, run.pay_day],
  )
  const left_out = last
    ? await tx.rows<{ contractor_id: string; name: string }>(
        `select p.contractor_id, k.name from transaction.pay_run_payslip p
         join business.business k on k.id = p.contractor_id
         join business.employment e on e.id = p.employment_id and coalesce(e.leave_date, $3::date) >= $3::date
         where p.pay_run_id = $1 and p.withdrawn_as is null and p.contractor_id <> all ($2) order by k.name, p.contractor_id`,
        [last.id, contractor_ids, run.pay_day],
      )
    : []
  const over = await tx.row<{ count: number }>(
    `select count(*)::int as count from transaction.timesheet t
     join contract.contract c on c.id = t.contract_id and ${paymentTypeSql('c')} = 'paye'
     where t.agency_id = $1 and t.status = 'suspense' and t.held_by is null and t.deleted_at is null and t.start_date <= $2::date
       and (t.contractor_id <> all ($3) or c.paye_scheme_id <> $5)
       and not exists (select from business.paye_scheme z join ${employedSql('z.id')}
         where z.agency_id = $1 and (z.id <> $5 or e.pay_frequency <> $4))`,
    [run.agency_id, run.pay_day, contractor_ids, run.frequency, run.paye_scheme_id],
  )
  const last_net: Pence | null = last ? readPence(last.net_pay) : null
  const last_gross: Pence | null = last ? readPence(last.gross_pay) : null
  return { left_out, left_over: over?.count ?? 0, last_net, last_gross }
}
