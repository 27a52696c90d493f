import { z } from 'zod'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { newUuid } from '#kernel/uuid.ts'
import { verb } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { oneLine, printed } from '../shared/printed-input.server.ts'
import { chase_step, statement_schedule } from './credit.entity.ts'

const text = (max: number) =>
  printed(
    z
      .string({ error: validationText.required })
      .trim()
      .min(1, { error: validationText.required })
      .max(max, { error: validationText.max_length(max) }),
  )
const input = z.strictObject({
  steps: z
    .array(
      z.strictObject({
        days: z
          .number()
          .int({ error: validationText.integer })
          .min(-60, { error: validationText.min })
          .max(365, { error: validationText.max }),
        subject: oneLine(text(200)),
        body: text(4000),
      }),
    )
    .max(12, { error: validationText.max }),
  /** The day of the month on which statements go out; null: none do. */
  statement_day: z
    .number()
    .int({ error: validationText.integer })
    .min(1, { error: validationText.min })
    .max(28, { error: validationText.max })
    .nullable(),
})

/** Replaces the agency's whole plan: removed steps send no more. Sent letters stay. */
export const setChasePlan = verb({
  action_id: 'business.chase_plan.set',
  since: '0.1.0',
  summary: 'Replaces the plan of reminders of an agency',
  machine: 'allowed',
  impersonator: 'refused',
  who: { agency: ['agency_admin'] },
  input,
  output: z.strictObject({ steps: z.number() }),
  run: async (context, { steps, statement_day }) => {
    const { tx, viewer, clock } = context
    const twice = steps.findIndex((step, i) => steps.findIndex((other) => other.days === step.days) < i)
    if (twice >= 0) throw invalid({ [`steps.${twice}.days`]: validationText.duplicate_value })
    const agency_id = viewer.business_id
    const remove = (table: string) =>
      tx.run(
        `update ${table} set deleted_at = $2, updated_at = $2 where agency_id = $1 and deleted_at is null`,
        [agency_id, clock.now()],
      )
    await remove('business.chase_step')
    await remove('business.statement_schedule')
    for (const step of steps) {
      await insertRow(tx, chase_step, {
        id: newUuid(clock),
        agency_id,
        provider_id: viewer.provider_id,
        days: step.days,
        subject: step.subject,
        body: step.body,
        created_at: clock.now(),
        updated_at: clock.now(),
      })
    }
    if (statement_day !== null) {
      await insertRow(tx, statement_schedule, {
        id: newUuid(clock),
        agency_id,
        provider_id: viewer.provider_id,
        day_of_month: statement_day,
        created_at: clock.now(),
        updated_at: clock.now(),
      })
    }
    context.audit({
      entity: 'business.chase_step',
      entity_id: agency_id,
      new_values: { days: steps.map((step) => step.days), statement_day },
    })
    return { steps: steps.length }
  },
})
