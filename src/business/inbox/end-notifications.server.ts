import { z } from 'zod'
import { requireCan } from '#kernel/refusal.ts'
import { verb } from '#server/verb.ts'
import { idsInput } from '../shared/chosen-input.server.ts'
import { anybody } from '../shared/who-may.rules.ts'
import { can } from './inbox.rules.ts'
import { lockOwn } from './own-rows.server.ts'

const input = z.strictObject({
  ids: idsInput,
  /** Takes it back. */
  undo: z.boolean().optional(),
})

/** Moves notices to Done, and tasks of the kinds that a person may end. */
export const endNotifications = verb({
  action_id: 'log.notification_log.done',
  since: '0.1.0',
  summary: 'Moves notices of the inbox to Done, or back',
  machine: 'refused',
  impersonator: 'refused',
  who: anybody,
  input,
  output: z.strictObject({ ids: z.array(z.uuid()) }),
  run: async (context, { ids, undo = false }) => {
    const rows = await lockOwn(context, ids)
    for (const row of rows) requireCan((undo ? can.reopen : can.done)(row, context.viewer))
    const own = rows.map(({ id }) => id)
    const now = context.clock.now()
    await (undo
      ? context.tx.run(`update log.notification_log set state = 'open', done_at = null where id = any ($1)`, [
          own,
        ])
      : context.tx.run(
          `update log.notification_log set state = 'done', done_at = $2, snoozed_until = null, read_at = coalesce(read_at, $2)
           where id = any ($1)`,
          [own, now],
        ))
    return { ids: own }
  },
})
