import { z } from 'zod'
import { isDay } from '#kernel/day.ts'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { requireCan } from '#kernel/refusal.ts'
import { verb } from '#server/verb.ts'
import { idsInput } from '../shared/chosen-input.server.ts'
import { anybody } from '../shared/who-may.rules.ts'
import { can, SNOOZE_DAYS_MAX, snoozedUntil } from './inbox.rules.ts'
import { lockOwn } from './own-rows.server.ts'

const input = z.strictObject({
  ids: idsInput,
  /** The day of its return; null: at once. */
  until: z.string().refine(isDay, { error: validationText.matches }).nullable(),
})

/** Puts tasks and notices off until 08:00 of a day. */
export const snoozeNotifications = verb({
  action_id: 'log.notification_log.snooze',
  since: '0.1.0',
  summary: 'Snoozes tasks and notices of the inbox until a day, or wakes them',
  machine: 'refused',
  impersonator: 'refused',
  who: anybody,
  input,
  output: z.strictObject({ ids: z.array(z.uuid()), until: z.string().nullable() }),
  run: async (context, { ids, until }) => {
    const at = until === null || !isDay(until) ? null : snoozedUntil(until, context.clock.today())
    if (until !== null && at === null)
      throw invalid({ until: `Choose a day from tomorrow, at most ${SNOOZE_DAYS_MAX} days ahead` })
    const rows = await lockOwn(context, ids)
    for (const row of rows) requireCan(can.snooze(row, context.viewer))
    const own = rows.map(({ id }) => id)
    await context.tx.run(
      `update log.notification_log set snoozed_until = $2::timestamptz,
         state = case when $2::timestamptz is null then 'open' else 'snoozed' end where id = any ($1)`,
      [own, at],
    )
    return { ids: own, until: at }
  },
})
