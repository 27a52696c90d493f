import type { ReadRow } from '#entity/new-row.ts'
import type { Clock } from '#kernel/clock.ts'
import type { AuditEntry, Tx } from '#server/verb.ts'
import type { contract } from './contract.entity.ts'
import { insertContractActivities } from './record-contract-step.server.ts'

type Ended = ReadRow<typeof contract, 'id provider_id agency_id funder_id'> & {
  readonly client_id: string
  readonly contractor_id: string
}

/**
 * The day's work: expires temp placements after their last day (spec §4). Their timesheets exist by then and go on as
 * before.
 * @returns audit entries by agency
 */
export async function expirePlacements(
  { tx, clock }: { readonly tx: Tx; readonly clock: Clock },
  user_id: string,
): Promise<ReadonlyMap<string, readonly AuditEntry[]>> {
  const ended = await tx.rows<Ended>(
    `update contract.contract set status = 'expired', updated_at = $2
     where type = 'temp_placement' and status = 'active' and deleted_at is null and end_date < $1
     returning id, provider_id, agency_id, client_id, contractor_id, funder_id`,
    [clock.today(), clock.now()],
  )
  await insertContractActivities(
    { tx, clock },
    { user_id, user_name: 'Stint', impersonator_user_id: null },
    'expire',
    ended.map((row) => ({
      row,
      old_status: 'active',
      new_status: 'expired',
      message: 'Its last day is over',
    })),
  )
  const entries = new Map<string, AuditEntry[]>()
  for (const { id, agency_id } of ended) {
    const said = entries.get(agency_id) ?? []
    said.push({
      entity: 'contract.contract',
      entity_id: id,
      old_values: { status: 'active' },
      new_values: { status: 'expired' },
    })
    entries.set(agency_id, said)
  }
  return entries
}
