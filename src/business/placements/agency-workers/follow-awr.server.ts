/** The day of equal treatment of placements in force, from their timesheets (onboarding §2.6: AWR). */
import type { Day } from '#kernel/day.ts'
import { type Instant, instantFromMs, toMs } from '#kernel/instant.ts'
import type { Tx } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { contract } from '../contract.entity.ts'
import { awrQualifyingDate } from './awr.rules.ts'

type Found = {
  readonly id: string
  readonly start_date: Day
  readonly stored: Day | null
  readonly is_outside: boolean
  readonly worked: readonly Day[]
  readonly known_until: Day | null
}

const role = (c: string) => `lower(trim(coalesce(${c}.awr_role, ${c}.title)))`

/** Limited companies are outside of the rules. */
const is_outside = `exists (select from business.business b where b.id = c.payment_company_id and b.type = 'limited')`

/** Work of the same contractor for the same client in the same role. Another agency's work stays its own. */
const of_role = `from transaction.timesheet s join contract.contract o on o.id = s.contract_id
  where s.contractor_id = c.contractor_id and s.client_id = c.client_id and s.agency_id = c.agency_id
    and ${role('o')} = ${role('c')} and s.deleted_at is null and s.status <> 'cancelled'`

/** Nights that may be missed before a changed timesheet goes unseen. */
const NIGHTS_MISSED_MS = 3 * 86_400_000
const PAGE = 1000

/** Stores the day of a placement that comes into force. */
export const followAwr = async (tx: Tx, id: string): Promise<void> => {
  await storeDays(tx, 'c.id = $1', [id])
}

/** Stores the days of equal treatment of a placement and of its worker's other placements with the same client and agency. */
export const followAwrBeside = async (tx: Tx, id: string): Promise<void> => {
  await storeDays(
    tx,
    `(c.contractor_id, c.client_id, c.agency_id) =
       (select o.contractor_id, o.client_id, o.agency_id from contract.contract o where o.id = $1)`,
    [id],
  )
}

/** Stores the day of each placement that has none or has changed timesheets, a page at a time. */
export async function followChangedAwr(tx: Tx, at: Instant): Promise<void> {
  const since = instantFromMs(toMs(at) - NIGHTS_MISSED_MS)
  const isDue = `c.id > $1 and (c.awr_qualifying_date is null and not ${is_outside}
    or exists (select ${of_role} and s.updated_at >= $2))`
  let last: string | undefined = '00000000-0000-0000-0000-000000000000'
  while (last !== undefined) last = await storeDays(tx, isDue, [last, since])
}

/** @returns the last placement of a full page */
async function storeDays(tx: Tx, which: string, values: readonly unknown[]): Promise<string | undefined> {
  const found = await tx.rows<Found>(
    `select c.id, c.start_date, c.awr_qualifying_date as stored, ${is_outside} as is_outside,
       array(select distinct d.date::text from transaction.timesheet_detail d
         where d.timesheet_id in (select s.id ${of_role}) and d.units > 0 and d.deleted_at is null order by 1) as worked,
       (select max(s.end_date) ${of_role} and s.status in ('submitted', 'approved', 'suspense')) as known_until
     from contract.contract c
     where c.type = 'temp_placement' and c.status = 'active' and c.deleted_at is null and ${which}
     order by c.id limit ${PAGE}`,
    values,
  )
  for (const { id, start_date: start, stored, is_outside, worked, known_until } of found) {
    const awr_qualifying_date = is_outside ? null : awrQualifyingDate({ start, worked, known_until })
    if (awr_qualifying_date !== stored) await updateRow(tx, contract, id, { awr_qualifying_date })
  }
  return found.length < PAGE ? undefined : found.at(-1)?.id
}
