import { z } from 'zod'
import { addDays } from '#kernel/day.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { report_schedule } from './report-schedule.entity.ts'
import { report_readers } from './report-schedule.rules.ts'
import { requireMine } from './save-report-schedule.server.ts'

const pause_input = z.strictObject({ id: z.uuid(), is_paused: z.boolean() })

/** Pauses a scheduled report, or resumes it; skipped mails are not made up. */
export const pauseReportSchedule = verb({
  action_id: 'platform.report_schedule.pause',
  since: '0.1.0',
  summary: 'Pauses or resumes a scheduled report',
  machine: 'allowed',
  impersonator: 'refused',
  who: report_readers,
  input: pause_input,
  output: z.strictObject({ id: z.uuid() }),
  run: async ({ tx, viewer, clock, audit }, { id, is_paused }) => {
    const before = await requireMine(tx, viewer, id)
    await tx.run(
      `update platform.report_schedule set is_paused = $2, updated_at = $4,
         since = case when is_paused and not $2 then $3::date else since end where id = $1`,
      [id, is_paused, addDays(clock.today(), 1), clock.now()],
    )
    audit({
      entity: 'platform.report_schedule',
      entity_id: id,
      old_values: { is_paused: before.is_paused },
      new_values: { is_paused },
    })
    return { id }
  },
})

const remove_input = z.strictObject({ id: z.uuid() })

/** Ends a scheduled report. */
export const removeReportSchedule = verb({
  action_id: 'platform.report_schedule.remove',
  since: '0.1.0',
  summary: 'Removes a scheduled report',
  machine: 'allowed',
  impersonator: 'refused',
  who: report_readers,
  input: remove_input,
  output: z.strictObject({ id: z.uuid() }),
  run: async ({ tx, viewer, clock, audit }, { id }) => {
    const before = await requireMine(tx, viewer, id)
    await updateRow(tx, report_schedule, id, { deleted_at: clock.now(), updated_at: clock.now() })
    audit({ entity: 'platform.report_schedule', entity_id: id, old_values: { report: before.report } })
    return { id }
  },
})
