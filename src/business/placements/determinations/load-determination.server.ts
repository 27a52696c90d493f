import { loadVisible } from '#data/visible.ts'
import type { ReadRow } from '#entity/new-row.ts'
import type { Day } from '#kernel/day.ts'
import { notFound } from '#kernel/errors.ts'
import type { VerbContext } from '#server/verb.ts'
import { recheckPlacements } from '../checks/recheck-placements.server.ts'
import type { status_determination } from './status-determination.entity.ts'

type Row = ReadRow<typeof status_determination, 'id contract_id status uploaded_by'> & {
  readonly uploaded_as: string | null
  readonly disagreed_on: Day | null
  readonly answered_on: Day | null
  readonly has_file: boolean
}

/** A visible statement, locked. @throws not_found */
export async function lockDetermination({ tx, viewer }: VerbContext, id: string): Promise<Row> {
  const [row] = await loadVisible<Row>(tx, viewer, 'contract.status_determination', [id], {
    lock: true,
    columns: `t.id, t.contract_id, t.status, t.uploaded_by, t.uploaded_as, t.disagreed_on, t.answered_on,
      exists (select from platform.attachment a where a.parent_entity = 'contract.status_determination' and a.parent_id = t.id
        and a.deleted_at is null) as has_file`,
  })
  if (!row) throw notFound('Statement')
  return row
}

/** A placement that everybody agreed to may wait for the statement alone. */
export async function followDetermination(context: VerbContext, contract_id: string): Promise<void> {
  const entries = await recheckPlacements(context, context.viewer.user_id, contract_id)
  for (const entry of [...entries.values()].flat()) context.audit(entry)
}
