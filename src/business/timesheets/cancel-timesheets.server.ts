import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { lockTimesheets, requireCan } from './load-timesheets.server.ts'
import { recordSteps } from './record-step.server.ts'
import { idsInput, reasonInput } from './timesheet-input.server.ts'

const input = z.object({ ids: idsInput, comment: reasonInput })

/** Takes timesheets out that will not be worked, with a reason (spec §5: required); all of them or none. */
export const cancelTimesheets = verb<
  z.infer<typeof input>,
  { timesheets: { id: string; human_id: string; status: string }[] }
>({
  action_id: 'transaction.timesheet.cancel',
  input,
  run: async (context, { ids, comment }) => {
    const { tx, viewer, clock } = context
    const rows = await lockTimesheets(context, ids)
    requireCan('cancel', rows, viewer)
    await tx.run(
      `update transaction.timesheet set status = 'cancelled', updated_at = $2 where id = any ($1)`,
      [ids, clock.now()],
    )
    await recordSteps(
      context,
      'cancel',
      rows.map((row) => ({ row, new_status: 'cancelled' as const, message: 'Cancelled', comment })),
    )
    return { timesheets: rows.map(({ id, human_id }) => ({ id, human_id, status: 'cancelled' })) }
  },
})
