import { z } from 'zod'
import { notFound } from '#kernel/errors.ts'
import { verb } from '#server/verb.ts'
import { who } from './timesheet.rules.ts'
import { draft_keys_max } from './timesheet-draft.rules.ts'

const input = z.strictObject({
  id: z.uuid(),
  /** The cells that are saved now or no longer wanted; another device may have typed others meanwhile. */
  keys: z.array(z.string().max(100)).max(draft_keys_max),
})

/** Drops typed values of the author's own draft, also when the timesheet cannot be changed any more. */
export const dropTyped = verb({
  action_id: 'transaction.timesheet.drop_typed',
  since: '0.1.0',
  summary: 'Drops typed values of a timesheet',
  machine: 'refused',
  impersonator: 'refused',
  who: who.save_draft,
  input,
  output: z.strictObject({ id: z.uuid() }),
  run: async ({ tx, viewer, clock }, { id, keys }) => {
    const dropped = await tx.run(
      `update transaction.timesheet_draft set changes = changes - $4::text[], updated_at = $5
       where timesheet_id = $1 and user_id = $2 and business_id = $3`,
      [id, viewer.user_id, viewer.business_id, keys, clock.now()],
    )
    if (dropped === 0) throw notFound('Draft')
    return { id }
  },
})
