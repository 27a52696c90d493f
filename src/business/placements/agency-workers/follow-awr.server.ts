/** The day of equal treatment of placements in force, from their timesheets (onboarding §2.6: AWR). */
import type { Clock } from '#kernel/clock.ts'
import type { Day } from '#kernel/day.ts'
import type { Tx } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { contract } from '../contract.entity.ts'
import { awrQualifyingDate } from './awr.rules.ts'

type Found = {
  readonly id: string
  readonly start_date: Day
  readonly stored: Day | null
  /** Limited companies are outside of the rules. */
  readonly is_outside: boolean
  readonly worked: readonly Day[]
  readonly known_until: Day | null
}

const role = (c: string) => `lower(trim(coalesce(${c}.awr_role, ${c}.title)))`

/** Work of the same contractor for the same client in the same role. Another agency's work stays its own. */
const of_role = `from transaction.timesheet s join contract.contract o on o.id = s.contract_id
  where s.contractor_id = c.contractor_id and s.client_id = c.client_id and s.agency_id = c.agency_id
    and ${role('o')} = ${role('c')} and s.deleted_at is null and s.status <> 'cancelled'`

/** Stores the day of one placement, or of all in force, as far as it has changed. */
export async function followAwr(
  { tx }: { readonly tx: Tx; readonly clock: Clock },
  only: string | null = null,
): Promise<void> {
  const found = await tx.rows<Found>(
    `select c.id, c.start_date, c.awr_qualifying_date as stored,
       exists (select from business.business b where b.id = c.payment_company_id and b.type = 'limited') as is_outside,
       array(select distinct d.date::text from transaction.timesheet_detail d
         where d.timesheet_id in (select s.id ${of_role}) and d.units > 0 and d.deleted_at is null order by 1) as worked,
       (select max(s.end_date) ${of_role} and s.status in ('submitted', 'approved', 'suspense')) as known_until
     from contract.contract c
     where c.type = 'temp_placement' and c.status = 'active' and c.deleted_at is null and ($1::uuid is null or c.id = $1)
     order by c.id for no key update of c`,
    [only],
  )
  for (const { id, start_date: start, stored, is_outside, worked, known_until } of found) {
    const awr_qualifying_date = is_outside ? null : awrQualifyingDate({ start, worked, known_until })
    if (awr_qualifying_date !== stored) await updateRow(tx, contract, id, { awr_qualifying_date })
  }
}
