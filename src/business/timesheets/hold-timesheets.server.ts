/** Suspense by hand and its release, and the rejection that is final: all rows of a call or none. */
import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { requireUndecided } from '../approvable-work/held-work.server.ts'
import { idsInput, reasonInput } from '../shared/chosen-input.server.ts'
import { settleRaised } from './decide-timesheets.server.ts'
import { who } from './timesheet.rules.ts'
import { timesheets } from './timesheet-records.server.ts'

const reasonedInput = z.strictObject({ ids: idsInput, comment: reasonInput })
const changedOf = <Status extends z.ZodType>(status: Status) =>
  z.strictObject({
    timesheets: z.array(z.strictObject({ id: z.uuid(), human_id: z.string(), status })),
  })

/** Holds work before or after its approval: nobody decides, raises or pays it until it is released. */
export const suspendTimesheets = verb({
  action_id: 'transaction.timesheet.suspend',
  since: '0.1.0',
  summary: 'Puts several timesheets in suspense by hand, all of them or none',
  machine: 'allowed',
  impersonator: 'allowed',
  who: who.suspend,
  input: reasonedInput,
  output: changedOf(z.literal('suspense')),
  run: async (context, { ids, comment }) => {
    const { tx, viewer, clock } = context
    const rows = await timesheets.lockFor(context, 'suspend', ids)
    await requireUndecided(context, 'transaction.timesheet', ids)
    const held_by = viewer.category
    await tx.run(
      `update transaction.timesheet set status = 'suspense', suspense_reason = $2, held_by = $3, updated_at = $4
       where id = any ($1)`,
      [ids, comment, held_by, clock.now()],
    )
    await timesheets.recordSteps(
      context,
      'suspend',
      rows.map((row) => ({
        row,
        new_status: 'suspense',
        message: 'Put in suspense by hand',
        comment,
        new_values: { held_by },
      })),
    )
    return { timesheets: rows.map(({ id, human_id }) => ({ id, human_id, status: 'suspense' as const })) }
  },
})

/** Submitted work goes back to its approver; approved work gets its documents, or the reason why it still waits. */
export const releaseTimesheets = verb({
  action_id: 'transaction.timesheet.release',
  since: '0.1.0',
  summary: 'Releases several timesheets that were put in suspense by hand, all of them or none',
  machine: 'allowed',
  impersonator: 'allowed',
  who: who.release,
  input: z.strictObject({ ids: idsInput }),
  output: changedOf(z.enum(['submitted', 'approved', 'suspense'])),
  run: async (context, { ids }) => {
    const { tx, clock } = context
    const rows = await timesheets.lockFor(context, 'release', ids)
    await tx.run(
      `update transaction.timesheet set held_by = null, updated_at = $2,
         status = case when approved_at is null then 'submitted' else status end,
         suspense_reason = case when approved_at is null then null else suspense_reason end where id = any ($1)`,
      [ids, clock.now()],
    )
    const waiting = rows.filter(({ approved_at }) => approved_at === null)
    await timesheets.recordSteps(
      context,
      'release',
      waiting.map((row) => ({
        row,
        new_status: 'submitted',
        message: 'Released from suspense',
        old_values: { held_by: row.held_by },
        new_values: { held_by: null },
      })),
    )
    const approved = rows.filter((row) => !waiting.includes(row))
    const settled = approved.length === 0 ? [] : await settleRaised(context, 'raise', approved, null)
    const status_of = new Map(settled.map(({ id, status }) => [id, status]))
    return {
      timesheets: rows.map(({ id, human_id }) => ({
        id,
        human_id,
        status: status_of.get(id) ?? ('submitted' as const),
      })),
    }
  },
})

/** Spec §5, No Resubmission: the work is not corrected, and the timesheet is cancelled. */
export const rejectTimesheetsFinally = verb({
  action_id: 'transaction.timesheet.reject_finally',
  since: '0.1.0',
  summary: 'Rejects several timesheets without resubmission, all of them or none',
  machine: 'allowed',
  impersonator: 'refused',
  who: who.reject_finally,
  input: reasonedInput,
  output: changedOf(z.literal('cancelled')),
  run: async (context, { ids, comment }) => {
    const { tx, clock } = context
    const rows = await timesheets.lockFor(context, 'reject_finally', ids)
    await requireUndecided(context, 'transaction.timesheet', ids)
    await tx.run(
      `update transaction.timesheet set status = 'cancelled', updated_at = $2 where id = any ($1)`,
      [ids, clock.now()],
    )
    await timesheets.recordSteps(
      context,
      'reject_finally',
      rows.map((row) => ({
        row,
        new_status: 'cancelled',
        message: 'Rejected without resubmission',
        comment,
      })),
    )
    return { timesheets: rows.map(({ id, human_id }) => ({ id, human_id, status: 'cancelled' as const })) }
  },
})
