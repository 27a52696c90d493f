import { loadVisible } from '#data/visible.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { requireCan } from '#kernel/refusal.ts'
import type { VerbContext } from '#server/verb.ts'
import { hasOpenFlags } from '../parties/self-dealing/find-flags.server.ts'
import { model_allowed_sql } from '../placements/activation.rules.ts'
import type { perm_placement } from '../placements/contract-kinds.entity.ts'
import { can, type PermAction, type PermFacts } from './perm-placement.rules.ts'

export type PermRow = PermFacts &
  ReadRow<
    typeof perm_placement,
    | 'status updated_at id provider_id agency_id client_id contractor_id funder_id contract_start_date'
    | 'guarantee_period evidence_status funding_model'
  > & {
    readonly currency: string
  }

/** Permanent placements of these ids, locked in id order. @throws not_found, or the first refusal of the action */
export async function lockPerms(
  { tx, viewer }: Pick<VerbContext, 'tx' | 'viewer'>,
  action: PermAction,
  ids: readonly string[],
): Promise<PermRow[]> {
  await loadVisible<{ id: string }>(tx, viewer, 'contract.perm_placement', ids, {
    lock: true,
    columns: 't.id',
  })
  const rows = await tx.rows<PermRow>(
    `select c.id, c.human_id, c.status, c.updated_at, c.provider_id, c.agency_id, c.client_id, c.contractor_id, c.funder_id,
       y.alpha_code as currency, c.contract_start_date, c.guarantee_period, c.evidence_status, c.funding_model,
       coalesce(c.submitted_by, c.created_by) as submitted_by, c.submitted_as, ${model_allowed_sql('c')} as is_model_allowed,
       exists (select from transaction.invoice_set s where s.contract_id = c.id and s.status = 'live') as is_raised
     from contract.contract c join platform.currency y on y.id = c.currency_id
     where c.id = any ($1) order by c.id`,
    [ids],
  )
  for (const row of rows) {
    const has_flags =
      action === 'activate' &&
      (await hasOpenFlags(tx, { entity: 'contract.perm_placement', entity_id: row.id }))
    requireCan(can[action]({ ...row, has_flags }, viewer))
  }
  return rows
}
