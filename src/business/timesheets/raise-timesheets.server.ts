import { z } from 'zod'
import { precondition } from '#kernel/errors.ts'
import { verb } from '#server/verb.ts'
import { idsInput } from '../shared/chosen-input.server.ts'
import { settleRaised } from './approve-timesheets.server.ts'
import { lockTimesheets, requireCan } from './load-timesheets.server.ts'

const input = z.object({ ids: idsInput })
type Outcome = { id: string; human_id: string; status: string; suspense_reason: string | null }

/**
 * Raises the invoices of approved timesheets that wait in suspense, once what was missing is there. What still cannot
 * be raised stays, with its reason as of now. @throws precondition with the reasons when none could be raised
 */
export const raiseTimesheets = verb<z.infer<typeof input>, { timesheets: Outcome[] }>({
  action_id: 'transaction.timesheet.raise',
  input,
  run: async (context, { ids }) => {
    const rows = await lockTimesheets(context, ids)
    requireCan('raise', rows, context.viewer)
    const timesheets = await settleRaised(context, 'raise', rows, null)
    if (timesheets.every((one) => one.suspense_reason !== null)) {
      throw precondition([...new Set(timesheets.map((one) => one.suspense_reason))].join('. '))
    }
    return { timesheets }
  },
})
