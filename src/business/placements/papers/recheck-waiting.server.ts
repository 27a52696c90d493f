import type { VerbContext } from '#server/verb.ts'
import { recheckPlacements } from '../checks/recheck-placements.server.ts'

/** Placements of the party that everybody agreed to may have waited for the paper. */
export async function recheckWaiting(context: VerbContext, business_id: string): Promise<void> {
  const waiting = await context.tx.rows<{ id: string }>(
    `select id from contract.contract where type = 'temp_placement' and status in ('awaiting_raise_approval', 'pending_raise_approval')
       and $1 in (client_id, contractor_id, payment_company_id) and deleted_at is null order by id`,
    [business_id],
  )
  for (const { id } of waiting) {
    const entries = await recheckPlacements(context, context.viewer.user_id, id)
    for (const entry of [...entries.values()].flat()) context.audit(entry)
  }
}
