import { loadVisible } from '#data/visible.ts'
import { requireCan } from '#kernel/refusal.ts'
import type { VerbContext } from '#server/verb.ts'
import type { ContractStatus } from './contract.entity.ts'
import { can, type PermAction, type PermFacts } from './perm-placement.rules.ts'

export type PermRow = PermFacts & {
  readonly status: ContractStatus
  readonly id: string
  readonly provider_id: string
  readonly agency_id: string
  readonly client_id: string
  readonly contractor_id: string | null
  readonly funder_id: string | null
  readonly currency: string
  readonly contract_start_date: string | null
  readonly guarantee_period: number | null
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
    `select c.id, c.human_id, c.status, c.provider_id, c.agency_id, c.client_id, c.contractor_id, c.funder_id,
       y.alpha_code as currency, c.contract_start_date, c.guarantee_period,
       exists (select from transaction.invoice_set s where s.contract_id = c.id and s.status = 'live') as is_raised
     from contract.contract c join platform.currency y on y.id = c.currency_id
     where c.id = any ($1) order by c.id`,
    [ids],
  )
  for (const row of rows) requireCan(can[action](row, viewer))
  return rows
}
