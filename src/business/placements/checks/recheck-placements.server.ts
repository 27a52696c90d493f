import type { ReadRow } from '#entity/new-row.ts'
import type { Clock } from '#kernel/clock.ts'
import type { AuditEntry, Tx } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { contract } from '../contract.entity.ts'
import { statusOfAgreed } from '../placement.rules.ts'
import { checkWords } from '../placement-checks.rules.ts'
import { insertContractActivities } from '../record-contract-step.server.ts'
import { readChecks } from './placement-checks.server.ts'

type Waiting = ReadRow<typeof contract, 'id status provider_id agency_id funder_id'> & {
  readonly client_id: string
  readonly contractor_id: string
  readonly status: 'awaiting_raise_approval' | 'pending_raise_approval'
}

/**
 * The day's work: placements that everybody agreed to wait for what is missing, or for the provider.
 * @param only this placement, after a step of its own
 * @returns audit entries by agency
 */
export async function recheckPlacements(
  context: { readonly tx: Tx; readonly clock: Clock },
  user_id: string,
  only: string | null = null,
): Promise<ReadonlyMap<string, readonly AuditEntry[]>> {
  const { tx, clock } = context
  const waiting = await tx.rows<Waiting>(
    `select id, status, provider_id, agency_id, client_id, contractor_id, funder_id from contract.contract
     where type = 'temp_placement' and status in ('awaiting_raise_approval', 'pending_raise_approval') and deleted_at is null
       and ($1::uuid is null or id = $1)
     order by id for no key update`,
    [only],
  )
  const entries = new Map<string, AuditEntry[]>()
  for (const row of waiting) {
    const open_checks = await readChecks(context, row.id)
    const status = statusOfAgreed(open_checks)
    await updateRow(tx, contract, row.id, { open_checks })
    if (status === row.status) continue
    await updateRow(tx, contract, row.id, { status, updated_at: clock.now() })
    await insertContractActivities(
      context,
      { user_id, user_name: 'Stint', impersonator_user_id: null },
      'recheck',
      [
        {
          row,
          old_status: row.status,
          new_status: status,
          message:
            open_checks.length === 0 ? 'Nothing is missing' : `Still needs: ${checkWords(open_checks)}`,
        },
      ],
    )
    const said = entries.get(row.agency_id) ?? []
    said.push({
      entity: 'contract.contract',
      entity_id: row.id,
      old_values: { status: row.status },
      new_values: { status },
    })
    entries.set(row.agency_id, said)
  }
  return entries
}
