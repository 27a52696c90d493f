import { z } from 'zod'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { newUuid } from '#kernel/uuid.ts'
import { verb } from '#server/verb.ts'
import { insertRows } from '#server/write-row.server.ts'
import { who } from './timesheet.rules.ts'
import { timesheet_draft } from './timesheet-draft.entity.ts'
import { draft_keys_max, isDraftKey } from './timesheet-draft.rules.ts'
import { timesheets } from './timesheet-records.server.ts'

const text = z.string().max(4000)

const input = z.strictObject({
  id: z.uuid(),
  changes: z
    .record(z.string().refine(isDraftKey), z.strictObject({ now: text, was: text }))
    .refine((changes) => Object.keys(changes).length <= draft_keys_max, { error: validationText.max }),
})

/** Keeps typed values of a timesheet for their author. They are judged when they are saved, so any text may be kept. */
export const keepTyped = verb({
  action_id: 'transaction.timesheet.keep_typed',
  since: '0.1.0',
  summary: 'Keeps typed values of a timesheet for their author',
  machine: 'refused',
  impersonator: 'refused',
  who: who.save_draft,
  input,
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { id, changes }) => {
    const { tx, viewer, clock } = context
    await timesheets.lockFor(context, 'save_draft', [id])
    await insertRows(
      tx,
      timesheet_draft,
      [
        {
          id: newUuid(clock),
          timesheet_id: id,
          business_id: viewer.business_id,
          user_id: viewer.user_id,
          changes,
          created_at: clock.now(),
          updated_at: clock.now(),
        },
      ],
      `on conflict (timesheet_id, user_id, business_id) do update set
         changes = timesheet_draft.changes || excluded.changes, updated_at = excluded.updated_at`,
    )
    const row = await tx.row<{ keys: number }>(
      `select (select count(*)::int from jsonb_object_keys(changes)) as keys from transaction.timesheet_draft
       where timesheet_id = $1 and user_id = $2 and business_id = $3`,
      [id, viewer.user_id, viewer.business_id],
    )
    if ((row?.keys ?? 0) > draft_keys_max) throw invalid({ changes: validationText.max })
    return { id }
  },
})
