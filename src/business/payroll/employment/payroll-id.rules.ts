/** The payroll ids of an employment, each in force until a pay day. Pure. */
import type { Day } from '#kernel/day.ts'

/** `before`: the first pay day under the next id. */
export type EarlierId = { readonly payroll_id: string; readonly before: Day }

/** Ids of an employment: the one in force, the one before it, and those before that. */
export type PayrollIds = {
  readonly payroll_id: string
  readonly former_payroll_id: string | null
  readonly payroll_id_from: Day | null
  readonly earlier_payroll_ids: readonly EarlierId[]
}

/** The id in force on a day, as SQL. */
export const payrollIdOnSql = (e: string, day: string): string => `coalesce(
    (select x.value ->> 'payroll_id' from jsonb_array_elements(${e}.earlier_payroll_ids) with ordinality x
     where ${day} < (x.value ->> 'before')::date order by x.ordinality limit 1),
    case when ${day} < ${e}.payroll_id_from then ${e}.former_payroll_id end, ${e}.payroll_id)`

/** The id before an unused change: no payslip has the one in force. */
export const unusedSince = ({ former_payroll_id, payroll_id_from }: PayrollIds, paid: Day | null) =>
  payroll_id_from !== null && (paid === null || paid < payroll_id_from) ? former_payroll_id : null

/** The ids after a change. One that no payslip has used is replaced, or taken back. */
export function withNewId(ids: PayrollIds, payroll_id: string, from: Day, paid: Day | null): PayrollIds {
  const { former_payroll_id: former, payroll_id_from: since, earlier_payroll_ids: earlier } = ids
  const unused = unusedSince(ids, paid)
  if (unused === payroll_id) {
    const last = earlier.at(-1)
    return {
      payroll_id,
      former_payroll_id: last?.payroll_id ?? null,
      payroll_id_from: last?.before ?? null,
      earlier_payroll_ids: earlier.slice(0, -1),
    }
  }
  if (unused !== null) return { ...ids, payroll_id, payroll_id_from: from }
  return {
    payroll_id,
    former_payroll_id: ids.payroll_id,
    payroll_id_from: from,
    earlier_payroll_ids:
      former === null || since === null ? earlier : [...earlier, { payroll_id: former, before: since }],
  }
}
