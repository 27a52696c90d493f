/** The effects of a new last day of a placement, by request or at once. */
import type { Day } from '#kernel/day.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import { generateTimesheets } from '../../timesheets/generate-timesheets.server.ts'
import { loadWork, type Placement } from './standing-placement.server.ts'

/** A placement that was over and goes on is in force again; one that ends before today is over at once. */
export const statusAt = (end: Day | null, today: Day): 'active' | 'expired' =>
  end === null || end >= today ? 'active' : 'expired'

/** Serialises with submissions: work submitted now waits, and is priced by the new rates. */
export async function lockWork(tx: Tx, contract_id: string): ReturnType<typeof loadWork> {
  await tx.rows(
    `select id from transaction.timesheet where contract_id = $1 and deleted_at is null
       and status in ('draft', 'rejected', 'submitted') order by id for update`,
    [contract_id],
  )
  return loadWork(tx, contract_id)
}

/**
 * Rates that went on to the placement's end go on to the new one, unless their own last day was agreed; empty timesheets
 * beyond its end make way, missing ones appear.
 */
export async function followEnd(
  context: VerbContext,
  { id, end_date }: Pick<Placement, 'id' | 'end_date'>,
  end: Day | null,
): Promise<void> {
  const { tx, clock } = context
  const is_longer = end === null || (end_date !== null && end > end_date)
  if (is_longer && end_date !== null)
    await tx.run(
      `update contract.rate r set effective_to = $2, updated_at = $3
       where r.contract_id = $1 and r.deleted_at is null and r.effective_to >= $4 and ($2::date is null or r.effective_to < $2)
         and not exists (select from contract.rate n where n.contract_id = r.contract_id and n.group_id = r.group_id
           and n.sub_type = r.sub_type and n.deleted_at is null and n.effective_from > r.effective_to)
         and not exists (select from request.change_request q where q.contract_id = r.contract_id and q.status = 'approved'
           and q.data -> 'changes' @> jsonb_build_array(jsonb_build_object('field', 'last_day', 'group_id', r.group_id)))`,
      [id, end, clock.now(), end_date],
    )
  if (end !== null) {
    await tx.run(
      `update transaction.timesheet set deleted_at = $3, updated_at = $3
       where contract_id = $1 and status = 'draft' and total_units = 0 and start_date > $2 and deleted_at is null`,
      [id, end, clock.now()],
    )
    await tx.run(
      `update transaction.timesheet set end_date = $2, updated_at = $3
       where contract_id = $1 and status = 'draft' and start_date <= $2 and end_date > $2 and deleted_at is null`,
      [id, end, clock.now()],
    )
  }
  for (const { id: entity_id, human_id } of await generateTimesheets(context, { contract_id: id }))
    context.audit({ entity: 'transaction.timesheet', entity_id, new_values: { human_id, status: 'draft' } })
}
