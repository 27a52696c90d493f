import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { lockTimesheets, requireCan } from './load-timesheets.server.ts'
import { recordSteps } from './record-step.server.ts'
import { idsInput, reasonInput } from './timesheet-input.server.ts'

const input = z.object({ ids: idsInput, comment: reasonInput })

/** Sends timesheets back with a reason (spec §5: required); all of them or none. */
export const rejectTimesheets = verb<
  z.infer<typeof input>,
  { timesheets: { id: string; human_id: string; status: string }[] }
>({
  action_id: 'transaction.timesheet.reject',
  input,
  run: async (context, { ids, comment }) => {
    const { tx, viewer, clock } = context
    const rows = await lockTimesheets(context, ids)
    requireCan('reject', rows, viewer)
    await tx.run(
      `update transaction.timesheet set status = 'rejected', updated_at = $2 where id = any ($1)`,
      [ids, clock.now()],
    )
    await recordSteps(
      context,
      'reject',
      rows.map((row) => ({ row, new_status: 'rejected' as const, message: 'Rejected', comment })),
    )
    return { timesheets: rows.map(({ id, human_id }) => ({ id, human_id, status: 'rejected' })) }
  },
})
