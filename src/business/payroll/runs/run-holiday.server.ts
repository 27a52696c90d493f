/** Retained holiday of a pay run, by employment: accruals of its work, and holiday pay. */
import type { Tx } from '#server/verb.ts'
import { type Accrual, accrualsOf } from '../employment/retained.rules.ts'
import { type HolidayDue, holidayDue } from '../holiday/holiday-due.rules.ts'
import { approvedHolidays, holidayFunds, no_fund } from '../holiday/holiday-funds.server.ts'
import type { RunFacts, RunWork } from './run-work.rules.ts'

export type RunHoliday = HolidayDue & { readonly accruals: readonly Accrual[] }

type Candidate = {
  readonly id: string
  readonly pay_frequency: RunFacts['frequency']
  readonly has_left: boolean
  readonly principal_id: string | null
}

/** Employments with holiday to accrue or to pay; the books are those of the worker's last placement. */
const candidates = `select e.id, e.pay_frequency, coalesce(e.leave_date <= $2::date, false) as has_left, p.principal_id
  from business.employment e
  left join lateral (select case c.funding_model when 'indirect' then c.funder_id else c.provider_id end as principal_id
    from contract.contract c join platform.currency y on y.id = c.currency_id and y.alpha_code = 'GBP'
    where c.contractor_id = e.contractor_id and c.agency_id = e.agency_id and c.type = 'temp_placement' and c.deleted_at is null
      and c.status not in ('draft', 'cancelled')
    order by c.start_date desc nulls last, c.id desc limit 1) p on true
  where e.id = any ($1)`

/** @param payable employments that may be paid besides work @param works by employment */
export async function readHoliday(
  tx: Tx,
  { pay_day }: RunFacts,
  payable: readonly string[],
  works: ReadonlyMap<string, readonly RunWork[]>,
): Promise<ReadonlyMap<string, RunHoliday>> {
  const accruing = [...works]
    .filter(([, of]) => of.some(({ retained }) => retained !== null))
    .map(([id]) => id)
  const ids = [...new Set([...payable, ...accruing])]
  if (ids.length === 0) return new Map()
  const rows = await tx.rows<Candidate>(candidates, [ids, pay_day])
  const funds = await holidayFunds(tx, rows, pay_day)
  const approved = await approvedHolidays(tx, ids, pay_day)
  return new Map(
    rows.map(({ id, has_left, principal_id }) => {
      const { hours, held, average, counted, accrued_this_year } = funds.get(id) ?? no_fund
      const accruals = accrualsOf(works.get(id) ?? [], counted, accrued_this_year)
      const fund = { hours, held: held.get(principal_id ?? '') ?? 0, principal_id, average }
      return [id, { ...holidayDue(fund, approved.get(id) ?? [], { has_left, accruals }), accruals }]
    }),
  )
}
