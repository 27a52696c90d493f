import { loadVisible } from '#data/visible.ts'
import { precondition } from '#kernel/errors.ts'
import { requireCan } from '#kernel/refusal.ts'
import type { VerbContext } from '#server/verb.ts'
import { type Target, targetOf } from './change-target.server.ts'
import type { RequestAction, RequestFacts } from './request/change-request.rules.ts'
import { can, readsWhole } from './request/change-request.rules.ts'
import type { RequestParties } from './request/write-request.server.ts'

type RequestRow = RequestFacts & {
  readonly id: string
  readonly contract_id: string | null
  readonly entity_id: string | null
  readonly data: unknown
  readonly parties: RequestParties
}

const columns = `t.id, t.human_id, t.status, t.type, t.subject, t.waits_for, t.asked_by, t.requested_by, t.requested_as,
  t.contract_id, t.entity_id, t.data, json_build_object('provider_id', t.provider_id,
  'agency_id', t.agency_id, 'client_id', t.client_id, 'contractor_id', t.contractor_id, 'funder_id', t.funder_id) as parties`

/** Visible requests, in id order. @throws not_found when any is not visible */
export function loadRequests(
  { tx, viewer }: Pick<VerbContext, 'tx' | 'viewer'>,
  ids: readonly string[],
  lock: boolean,
): Promise<RequestRow[]> {
  return loadVisible<RequestRow>(tx, viewer, 'request.change_request', ids, { lock, columns })
}

export type OpenRequest = RequestRow & { readonly target: Target }

/** The same, locked, once this may be done with each. @throws not_found, not_allowed, precondition or conflict */
export async function lockOpenRequests(
  context: VerbContext,
  action: RequestAction,
  ids: readonly string[],
): Promise<OpenRequest[]> {
  const rows = await loadRequests(context, ids, true)
  return rows.map((row) => {
    requireCan(can[action](row, context.viewer))
    const target = targetOf(row)
    if (target === null) throw precondition(`Change request ${row.human_id} is decided elsewhere`)
    if (target.about === 'placement' && (action === 'approve' || action === 'reject'))
      requireCan(readsWhole(context.viewer, target.asked.changes))
    return { ...row, target }
  })
}
