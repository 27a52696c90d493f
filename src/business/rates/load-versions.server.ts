import { rate } from '#kernel/rate.ts'
import type { Tx } from '#server/verb.ts'
import { type HolidayColumns, holidayOfRate } from './holiday-pay.rules.ts'
import type { RateVersion } from './rate-version.rules.ts'

/** All rate versions of a placement that hold or have held, the earliest first. */
export async function loadVersions(tx: Tx, contract_id: string): Promise<RateVersion[]> {
  type Row = Omit<RateVersion, 'value_numeric' | 'holiday'> & HolidayColumns & { value_numeric: string }
  const rows = await tx.rows<Row>(
    `select id, name, group_id, sub_type, value_text, value_numeric, effective_from, effective_to,
       value_jsonb_object ->> 'standard_units' as standard_units, value_boolean, value_jsonb_object
     from contract.rate where contract_id = $1 and deleted_at is null order by effective_from, id`,
    [contract_id],
  )
  return rows.map(({ value_boolean, value_jsonb_object, ...row }) => ({
    ...row,
    value_numeric: rate(row.value_numeric),
    holiday: holidayOfRate({ value_boolean, value_jsonb_object }),
  }))
}
