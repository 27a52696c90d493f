/** Reads the deductions by agreement that are in force on a pay day, by employment. */
import { type Day, day, formatDay } from '#kernel/day.ts'
import { GBP, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#server/verb.ts'
import { minimumWage } from '../../rates/minimum-wage.rules.ts'
import type { AgreedDeductions } from '../engine/agreed-deduction.rules.ts'

type Row = {
  readonly employment_id: string
  readonly id: string
  readonly purpose: string
  readonly agreed_on: Day
  readonly amount: string
  readonly left: string | null
  readonly born: string | null
}

const pence = (text: string): number => parseMoney(text, GBP).minor

/** Oldest agreement first. Workers without a birth date count as adults. */
export async function agreedOn(
  tx: Tx,
  employments: readonly string[],
  pay_day: Day,
): Promise<ReadonlyMap<string, AgreedDeductions>> {
  const rows = await tx.rows<Row>(
    `select d.employment_id, d.id, d.purpose, d.agreed_on, d.amount, i.date_of_birth as born,
       case when d.total is not null then greatest(d.total - (select coalesce(sum((p.kept #>> array['attached', 'agreed', d.id::text])::bigint), 0)
         from transaction.pay_run_payslip p
         where p.employment_id = d.employment_id and p.payslip_id is not null) / 100.0, 0)::numeric(15,2)::text end as left
     from business.agreed_deduction d
     join business.employment e on e.id = d.employment_id
     join business.business k on k.id = e.contractor_id
     left join business.individual i on i.id = k.individual_id
     where d.employment_id = any ($1) and d.effective_from <= $2::date and coalesce(d.ended_on, $2::date) >= $2::date
     order by d.agreed_on, d.id`,
    [employments, pay_day],
  )
  return new Map(
    [...Map.groupBy(rows, ({ employment_id }) => employment_id)].map(([id, of]) => [
      id,
      {
        all: of.map(({ id: deduction, purpose, agreed_on, amount, left }) => ({
          ...{ id: deduction, purpose, agreed_on: formatDay(agreed_on) },
          amount: pence(amount),
          left: left === null ? null : pence(left),
        })),
        least_hourly: minimumWage(of[0]?.born ? day(of[0].born) : null, pay_day),
      },
    ]),
  )
}
