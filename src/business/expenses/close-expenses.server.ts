/** Rejecting and cancelling: the same step with another end, all of the expenses or none. */
import { z } from 'zod'
import type { VerbContext } from '#server/verb.ts'
import { idsInput, reasonInput } from '../shared/chosen-input.server.ts'
import { lockExpenses, requireCan } from './load-expenses.server.ts'
import { recordSteps } from './record-expense-step.server.ts'

export const closingInput = z.object({ ids: idsInput, comment: reasonInput })
export type Closing = z.infer<typeof closingInput>
export type Closed = { expenses: { id: string; human_id: string; status: string }[] }

/** @throws not_found, not_allowed, precondition or conflict for the first expense that may not be */
export async function closeExpenses(
  context: VerbContext,
  action: 'reject' | 'cancel',
  { ids, comment }: Closing,
): Promise<Closed> {
  const { tx, viewer, clock } = context
  const new_status = action === 'reject' ? 'rejected' : 'cancelled'
  const message = action === 'reject' ? 'Rejected' : 'Cancelled'
  const rows = await lockExpenses(context, ids)
  requireCan(action, rows, viewer)
  await tx.run(`update transaction.expense set status = $2, updated_at = $3 where id = any ($1)`, [
    ids,
    new_status,
    clock.now(),
  ])
  await recordSteps(
    context,
    action,
    rows.map((row) => ({ row, old_status: row.status, new_status, message, comment })),
  )
  return { expenses: rows.map(({ id, human_id }) => ({ id, human_id, status: new_status })) }
}
