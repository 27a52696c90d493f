/** Reads absences and payments of employments. */
import type { Day } from '#kernel/day.ts'
import { GBP, parseMoney } from '#kernel/money.ts'
import type { VerbContext } from '#server/verb.ts'
import type { EmploymentRow } from '../employment/employment-input.server.ts'
import { employmentOfSql } from '../employment/payslip-employment.rules.ts'
import type { StatutoryKind } from '../engine/statutory-pay.rules.ts'
import type { Payment } from './average-earnings.rules.ts'
import { readWeekdays } from './statutory-absence.rules.ts'
import type { RecordedAbsence } from './statutory-elements.rules.ts'

type Row = {
  readonly id: string
  readonly employment_id: string
  readonly kind: StatutoryKind
  readonly first_day: Day
  readonly last_day: Day
  readonly earnings: string
  readonly qualifying_days: string | null
  readonly paid_until: Day | null
  readonly is_withdrawn: boolean
  readonly paid: string
  readonly paid_to: Day | null
}

/** Absences that are not withdrawn, or were paid by a pay run before, by employment. */
export async function absencesOf(
  { tx }: VerbContext,
  employment_ids: readonly string[],
): Promise<ReadonlyMap<string, readonly RecordedAbsence[]>> {
  const rows = await tx.rows<Row>(
    `select a.id, a.employment_id, a.kind, a.first_day, a.last_day, a.average_weekly_earnings::text as earnings, a.qualifying_days,
       a.paid_until, a.withdrawn_at is not null as is_withdrawn, coalesce(p.paid, 0)::numeric(15,2)::text as paid, p.paid_to
     from transaction.statutory_absence a
     left join lateral (select sum(p.amount) as paid, max(p.to_day) filter (where p.amount > 0) as paid_to
       from transaction.statutory_payment p where p.statutory_absence_id = a.id and p.deleted_at is null) p on true
     where a.employment_id = any ($1) and a.kind <> 'unpaid' and (a.withdrawn_at is null or p.paid > 0) order by a.first_day, a.id`,
    [employment_ids],
  )
  const read = rows.map(({ earnings, qualifying_days, paid, ...row }) => ({
    ...row,
    weekly_earnings: parseMoney(earnings, GBP).minor,
    qualifying_days: readWeekdays(qualifying_days ?? '') ?? [],
    paid: parseMoney(paid, GBP).minor,
  }))
  return Map.groupBy(read, ({ employment_id }) => employment_id)
}

/** The last pay day of payslips that no pay run made, by employment: a bureau pays absences itself. */
export async function lastPaidElsewhere(
  { tx }: VerbContext,
  employment_ids: readonly string[],
): Promise<ReadonlyMap<string, Day>> {
  const rows = await tx.rows<{ id: string; on: Day }>(
    `select e.id, max(p.pay_date) as on from business.employment e
     join transaction.payslip p on p.contractor_id = e.contractor_id and p.provider_id = e.provider_id
       and (e.agency_id is null or p.agency_id = e.agency_id) and p.pay_date >= e.start_date
       and p.status in ('issued', 'paid') and p.deleted_at is null
     where e.id = any ($1) and not exists (select from transaction.pay_run_payslip c where c.payslip_id = p.id)
       and ${employmentOfSql('p')} = e.id
     group by e.id`,
    [employment_ids],
  )
  return new Map(rows.map(({ id, on }) => [id, on]))
}

/** Issued payslips of an employment before a day, by gross pay. */
export async function paymentsBefore(
  { tx }: VerbContext,
  row: EmploymentRow,
  before: Day,
): Promise<Payment[]> {
  const rows = await tx.rows<{ on: Day; gross: string }>(
    `select p.pay_date as on, sum(p.gross_pay)::text as gross from transaction.payslip p
     where p.contractor_id = $1 and p.provider_id = $2 and p.agency_id is not distinct from $3
       and p.pay_date >= $4::date and p.pay_date < $5::date and p.status in ('issued', 'paid')
       and p.deleted_at is null and ${employmentOfSql('p')} = $6 group by 1`,
    [row.contractor_id, row.provider_id, row.agency_id, row.start_date, before, row.id],
  )
  return rows.map(({ on, gross }) => ({ on, amount: parseMoney(gross, GBP).minor }))
}
