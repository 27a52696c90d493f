import { z } from 'zod'
import type { Day } from '#kernel/day.ts'
import { invalid } from '#kernel/errors.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { dayInput } from '../../parties/party-input.server.ts'
import { hasEnded } from '../../placements/paye-scheme/ended-scheme.rules.ts'
import { payroll_keepers } from '../schemes/paye-scheme.rules.ts'
import { employment } from './employment.entity.ts'
import { leaveFault } from './employment.rules.ts'
import { lockEmployment } from './employment-input.server.ts'

/** Ends an employment, or moves its end. The day of the last work is the earliest. */
export const leaveEmployment = verb({
  action_id: 'business.employment.leave',
  since: '0.1.0',
  summary: 'Ends the employment of a worker on a day',
  machine: 'allowed',
  impersonator: 'refused',
  who: payroll_keepers,
  input: z.strictObject({ id: z.uuid(), leave_date: dayInput }),
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { id, leave_date }) => {
    const { tx, clock } = context
    const row = await lockEmployment(context, id)
    const worked = await tx.row<{ last: Day | null }>(
      `select max(d.date) as last from transaction.timesheet_detail d
       join transaction.timesheet t on t.id = d.timesheet_id and t.deleted_at is null
         and t.status in ('submitted', 'approved', 'suspense')
       where d.contractor_id = $1 and d.provider_id = $2 and ($3::uuid is null or d.agency_id = $3)
         and d.units > 0 and d.deleted_at is null`,
      [row.contractor_id, row.provider_id, row.agency_id],
    )
    const next = await tx.row<{ start: Day | null }>(
      `select min(start_date) as start from business.employment
       where paye_scheme_id = $1 and contractor_id = $2 and start_date > $3::date and deleted_at is null`,
      [row.paye_scheme_id, row.contractor_id, row.start_date],
    )
    const fault = leaveFault(leave_date, {
      start_date: row.start_date,
      last_worked: worked?.last ?? null,
      next_start: next?.start ?? null,
      today: clock.today(),
    })
    if (fault !== null) throw invalid({ leave_date: fault })
    const scheme = await tx.row<{ employer_reference: string; ended_on: Day | null }>(
      'select employer_reference, ended_on from business.paye_scheme where id = $1 for share',
      [row.paye_scheme_id],
    )
    if (scheme && scheme.ended_on !== null && leave_date > scheme.ended_on)
      throw invalid({ leave_date: hasEnded(scheme.employer_reference, scheme.ended_on) })
    await updateRow(tx, employment, id, { leave_date, updated_at: clock.now() })
    context.audit({
      entity: 'business.employment',
      entity_id: id,
      old_values: { leave_date: row.leave_date },
      new_values: { leave_date },
    })
    return { id }
  },
})
