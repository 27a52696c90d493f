import { z } from 'zod'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { newUuid } from '#kernel/uuid.ts'
import { verb } from '#server/verb.ts'
import { requireOneOf } from '../shared/who-may.rules.ts'

const text = (max: number) =>
  z
    .string({ error: validationText.required })
    .trim()
    .min(1, { error: validationText.required })
    .max(max, { error: validationText.max_length(max) })
const input = z.object({
  steps: z
    .array(
      z.object({
        days: z
          .number({ error: validationText.number })
          .int({ error: validationText.integer })
          .min(-60, { error: validationText.min })
          .max(365, { error: validationText.max }),
        subject: text(200),
        body: text(4000),
      }),
    )
    .max(12, { error: validationText.max }),
  /** The day of the month on which statements go out; null: none do. */
  statement_day: z
    .number({ error: validationText.number })
    .int({ error: validationText.integer })
    .min(1, { error: validationText.min })
    .max(28, { error: validationText.max })
    .nullable(),
})

/** Replaces the agency's whole plan: removed steps send no more. Sent letters stay. */
export const setChasePlan = verb<z.infer<typeof input>, { steps: number }>({
  action_id: 'business.chase_plan.set',
  input,
  run: async (context, { steps, statement_day }) => {
    const { tx, viewer, clock } = context
    requireOneOf(viewer, { agency: ['agency_admin'] })
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
      await tx.run(
        `insert into business.chase_step (id, agency_id, provider_id, days, subject, body, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $7)`,
        [newUuid(clock), agency_id, viewer.provider_id, step.days, step.subject, step.body, clock.now()],
      )
    }
    if (statement_day !== null) {
      await tx.run(
        `insert into business.statement_schedule (id, agency_id, provider_id, day_of_month, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $5)`,
        [newUuid(clock), agency_id, viewer.provider_id, statement_day, clock.now()],
      )
    }
    context.audit({
      entity: 'business.chase_step',
      entity_id: agency_id,
      new_values: { days: steps.map((step) => step.days), statement_day },
    })
    return { steps: steps.length }
  },
})
