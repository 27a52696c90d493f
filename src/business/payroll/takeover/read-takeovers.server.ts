/** Reads figures to date that other payrolls handed over. */
import { type Day, day, partsOf } from '#kernel/day.ts'
import type { Tx } from '#server/verb.ts'
import { taxYearStart } from '../../shared/tax-year-start.rules.ts'
import {
  type Letters,
  type Takeover,
  type TakeoverAmounts,
  takeover_amounts,
} from './payroll-takeover.rules.ts'

type Row = Letters & {
  readonly employment_id: string
  readonly last_pay_day: string
  readonly source: string
  readonly amounts: TakeoverAmounts
}

const pence = takeover_amounts.map((field) => `'${field}', (t.${field} * 100)::bigint`).join(', ')

/** Of the tax year of a pay day, by employment. */
export async function takeoversOf(
  tx: Tx,
  employment_ids: readonly string[],
  pay_day: Day,
): Promise<ReadonlyMap<string, Takeover>> {
  const rows = await tx.rows<Row>(
    `select t.employment_id, t.last_pay_day, t.source, t.ni_letter, t.earlier_ni_letter, t.second_earlier_ni_letter, t.third_earlier_ni_letter,
       jsonb_build_object(${pence}) as amounts
     from business.payroll_takeover t where t.employment_id = any ($1) and t.tax_year = $2 and t.deleted_at is null`,
    [employment_ids, partsOf(taxYearStart(pay_day)).year],
  )
  return new Map(
    rows.map(({ employment_id, last_pay_day, ...row }) => [
      employment_id,
      { ...row, last_pay_day: day(last_pay_day) },
    ]),
  )
}
