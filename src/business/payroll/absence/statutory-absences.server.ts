/** Reads absences and payments of an employment. */
import type { Day } from '#kernel/day.ts'
import { GBP, parseMoney } from '#kernel/money.ts'
import type { VerbContext } from '#server/verb.ts'
import type { EmploymentRow } from '../employment/employment-input.server.ts'
import type { StatutoryKind } from '../engine/statutory-pay.rules.ts'
import type { Payment } from './average-earnings.rules.ts'
import { readWeekdays } from './statutory-absence.rules.ts'
import type { RecordedAbsence } from './statutory-elements.rules.ts'

type Row = {
  readonly kind: StatutoryKind
  readonly first_day: Day
  readonly last_day: Day
  readonly earnings: string
  readonly qualifying_days: string | null
  readonly paid_until: Day | null
}

/** Absences that are not withdrawn, of one employment. */
export async function absencesOf({ tx }: VerbContext, employment_id: string): Promise<RecordedAbsence[]> {
  const rows = await tx.rows<Row>(
    `select kind, first_day, last_day, average_weekly_earnings::text as earnings, qualifying_days, paid_until
     from transaction.statutory_absence where employment_id = $1 and withdrawn_at is null order by first_day`,
    [employment_id],
  )
  return rows.map(({ earnings, qualifying_days, ...row }) => ({
    ...row,
    weekly_earnings: parseMoney(earnings, GBP).minor,
    qualifying_days: readWeekdays(qualifying_days ?? '') ?? [],
  }))
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
       and p.deleted_at is null group by 1`,
    [row.contractor_id, row.provider_id, row.agency_id, row.start_date, before],
  )
  return rows.map(({ on, gross }) => ({ on, amount: parseMoney(gross, GBP).minor }))
}
