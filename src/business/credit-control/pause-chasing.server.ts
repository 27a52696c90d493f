import { z } from 'zod'
import { addDays, formatDay } from '#kernel/day.ts'
import { invalid, precondition } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { newUuid } from '#kernel/uuid.ts'
import { verb } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { dayInput } from '../parties/party-input.server.ts'
import { visibleBusiness } from '../parties/visible-business.server.ts'
import { agency_writers } from '../shared/who-may.rules.ts'
import { chase_pause } from './credit.entity.ts'

const reason = z
  .string({ error: validationText.specify_reason })
  .trim()
  .min(1, { error: validationText.specify_reason })
  .max(1000, { error: validationText.max_length(1000) })
const input = z.strictObject({ client_id: z.uuid(), until: dayInput, reason })

/** Stops reminders to a client until the end of a day. A new pause replaces the former one. */
export const pauseChasing = verb({
  action_id: 'business.chase_pause.set',
  since: '0.1.0',
  summary: 'Stops reminders to a client until the end of a day',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { agency: agency_writers },
  input,
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { client_id, until, reason: why }) => {
    const { tx, viewer, clock } = context
    const client = await visibleBusiness(context, client_id, 'client')
    if (until < clock.today())
      throw invalid({ until: validationText.min_date(formatDay(addDays(clock.today(), -1))) })
    await endPause(context, client.id)
    const id = newUuid(clock)
    await insertRow(tx, chase_pause, {
      id,
      agency_id: viewer.business_id,
      provider_id: viewer.provider_id,
      client_id: client.id,
      until,
      reason: why,
      user_name: viewer.user_name,
      created_at: clock.now(),
      updated_at: clock.now(),
    })
    context.audit({
      entity: 'business.chase_pause',
      entity_id: id,
      new_values: { client_id: client.id, until, reason: why },
    })
    return { id }
  },
})

const ending = z.strictObject({ client_id: z.uuid() })

/** Resumes reminders to the client. */
export const resumeChasing = verb({
  action_id: 'business.chase_pause.end',
  since: '0.1.0',
  summary: 'Resumes reminders to a client',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { agency: agency_writers },
  input: ending,
  output: z.strictObject({ client_id: z.uuid() }),
  run: async (context, { client_id }) => {
    const client = await visibleBusiness(context, client_id, 'client')
    const ended = await endPause(context, client.id)
    if (ended === 0) throw precondition('The client is not paused')
    context.audit({ entity: 'business.chase_pause', entity_id: client.id, new_values: { ended: true } })
    return { client_id: client.id }
  },
})

function endPause(
  { tx, viewer, clock }: Parameters<typeof pauseChasing.run>[0],
  client_id: string,
): Promise<number> {
  return tx.run(
    `update business.chase_pause set deleted_at = $3, updated_at = $3
     where agency_id = $1 and client_id = $2 and deleted_at is null`,
    [viewer.business_id, client_id, clock.now()],
  )
}
