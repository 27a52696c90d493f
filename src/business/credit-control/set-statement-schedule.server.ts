import { z } from 'zod'
import { addDays, formatDay } from '#kernel/day.ts'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { newUuid } from '#kernel/uuid.ts'
import { verb } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { dayInput } from '../parties/party-input.server.ts'
import { visibleBusiness } from '../parties/visible-business.server.ts'
import { client_statement_schedule } from './credit.entity.ts'
import { statement_frequencies } from './statement-schedule.rules.ts'

const whole = (max: number) =>
  z
    .number({ error: validationText.required })
    .int({ error: validationText.integer })
    .min(1, { error: validationText.min })
    .max(max, { error: validationText.max })

const input = z.strictObject({
  client_id: z.uuid(),
  frequency: z.enum(statement_frequencies, { error: validationText.required }),
  /** 1 is Monday; with `weekly`. */
  weekday: whole(7).optional(),
  /** With `monthly`. */
  day_of_month: whole(28).optional(),
  paused_until: dayInput.nullable().optional(),
})

/**
 * A client's own schedule of statements, in place of its agency's: weekly, monthly, none; paused until the end of a day. With
 * the agency's again and no pause nothing of its own is left.
 */
export const setStatementSchedule = verb({
  action_id: 'business.client_statement_schedule.set',
  since: '0.1.0',
  summary: "Sets a client's own schedule of statements",
  machine: 'allowed',
  impersonator: 'refused',
  who: { agency: ['agency_admin'] },
  input,
  output: z.strictObject({ client_id: z.uuid() }),
  run: async (context, asked) => {
    const { tx, viewer, clock } = context
    const client = await visibleBusiness(context, asked.client_id, 'client')
    const { frequency, paused_until = null } = asked
    const weekday = frequency === 'weekly' ? (asked.weekday ?? null) : null
    const day_of_month = frequency === 'monthly' ? (asked.day_of_month ?? null) : null
    if (frequency === 'weekly' && weekday === null) throw invalid({ weekday: validationText.required })
    if (frequency === 'monthly' && day_of_month === null)
      throw invalid({ day_of_month: validationText.required })
    const today = clock.today()
    if (paused_until !== null && paused_until < today)
      throw invalid({ paused_until: validationText.min_date(formatDay(addDays(today, -1))) })
    const before = await tx.row<{ frequency: string; paused_until: string | null }>(
      `update business.client_statement_schedule set deleted_at = $3, updated_at = $3
       where agency_id = $1 and client_id = $2 and deleted_at is null returning frequency, paused_until`,
      [viewer.business_id, client.id, clock.now()],
    )
    if (frequency !== 'agency' || paused_until !== null) {
      await insertRow(tx, client_statement_schedule, {
        id: newUuid(clock),
        agency_id: viewer.business_id,
        provider_id: viewer.provider_id,
        client_id: client.id,
        frequency,
        weekday,
        day_of_month,
        paused_until,
        since: addDays(today, 1),
        user_name: viewer.user_name,
        created_at: clock.now(),
        updated_at: clock.now(),
      })
    }
    context.audit({
      entity: 'business.client_statement_schedule',
      entity_id: client.id,
      old_values: before ? { ...before } : { frequency: 'agency', paused_until: null },
      new_values: { frequency, weekday, day_of_month, paused_until },
    })
    return { client_id: client.id }
  },
})
