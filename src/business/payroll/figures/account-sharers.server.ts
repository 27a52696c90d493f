import type { Day } from '#kernel/day.ts'
import type { Tx } from '#server/verb.ts'

/** The sort code and number of the account that a business is paid into. */
export const payoutAccountSql = (business_id: string, currency_id: string): string =>
  `(select a.sort_code || ' ' || a.account_number from business.bank_account a where a.business_id = ${business_id}
     and a.currency_id = ${currency_id} and a.purpose = 'payout' and a.status = 'confirmed' and a.deleted_at is null
     order by a.id limit 1)`

export type Sharer = { readonly contractor_id: string; readonly name: string; readonly account: string }

/** Workers of the agency, employed on the pay day, whose pay goes to one of these accounts by this run or another. */
export function readAccountSharers(
  tx: Tx,
  run: {
    readonly agency_id: string
    readonly provider_id: string
    readonly currency_id: string
    readonly pay_day: Day
  },
  accounts: readonly string[],
): Promise<Sharer[]> {
  return tx.rows<Sharer>(
    `select o.contractor_id, k.name, p.account
     from (select distinct e.contractor_id from business.employment e
       where e.agency_id = $1 and e.provider_id = $2 and e.deleted_at is null and not e.off_payroll
         and e.start_date <= $3::date and coalesce(e.leave_date, $3::date) >= $3::date) o
     join business.business k on k.id = o.contractor_id
     cross join lateral (select ${payoutAccountSql('o.contractor_id', '$4')} as account) p
     where p.account = any ($5) order by k.name, o.contractor_id`,
    [run.agency_id, run.provider_id, run.pay_day, run.currency_id, accounts],
  )
}
