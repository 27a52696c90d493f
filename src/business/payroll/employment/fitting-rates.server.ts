import { labelIn } from '#entity/choices.ts'
import type { Day } from '#kernel/day.ts'
import { invalid } from '#kernel/errors.ts'
import { formatPercent, percent } from '#kernel/rate.ts'
import type { Tx } from '#server/verb.ts'
import { holiday_pay_types } from '../../rates/holiday-pay.rules.ts'
import { lockHolidayPay } from '../../rates/lock-holiday-pay.server.ts'

type Holiday = { readonly rolled_up_percent: string | null; readonly retained_percent: string | null }

/**
 * Allowances on rates of the worker's placements are those of the employment (decision 0080). Rates that ended before the
 * day do not count (decision 0102). @throws invalid under the way of holiday pay
 */
export async function requireFittingRates(
  tx: Tx,
  { contractor_id, agency_id }: { readonly contractor_id: string; readonly agency_id: string | null },
  { rolled_up_percent, retained_percent }: Holiday,
  from: Day,
): Promise<void> {
  await lockHolidayPay(tx, contractor_id)
  const other = await tx.row<{ human_id: string; is_rolled_up: boolean; allowance: string }>(
    `select c.human_id, r.value_boolean as is_rolled_up, r.value_jsonb_object ->> 'holiday_pay_percent' as allowance
     from contract.rate r join contract.contract c on c.id = r.contract_id
     where r.contractor_id = $1 and ($2::uuid is null or r.agency_id = $2) and r.sub_type = 'contractor_rate'
       and r.value_boolean is not null and r.deleted_at is null and c.deleted_at is null
       and (r.effective_to is null or r.effective_to >= $5) and c.status not in ('cancelled', 'deleted', 'expired')
       and (r.value_jsonb_object ->> 'holiday_pay_percent')::numeric
         is distinct from (case when r.value_boolean then $3 else $4 end)::numeric
     order by c.human_id limit 1`,
    [contractor_id, agency_id, rolled_up_percent, retained_percent, from],
  )
  if (other === undefined) return
  const way = labelIn(holiday_pay_types, other.is_rolled_up ? 'rolled_up_holiday' : 'retained_holiday')
  throw invalid({
    [other.is_rolled_up ? 'rolled_up_percent' : 'retained_percent']:
      `Rates of ${other.human_id} have holiday pay of ${formatPercent(percent(other.allowance))}: ${way.toLowerCase()}`,
  })
}
