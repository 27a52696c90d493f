import { z } from 'zod'
import { conflict } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { queueSecurityNotice } from '#server/auth/auth-notice.server.ts'
import { verb } from '#server/verb.ts'
import { factor_resetters } from './factor-reset.rules.ts'
import { seatsInReach } from './reset-factors.server.ts'

const input = z.strictObject({
  user_id: z.string().trim().min(1).max(100),
  reason: z
    .string({ error: validationText.specify_reason })
    .trim()
    .min(1, { error: validationText.specify_reason })
    .max(500),
})

/** For an approved reset within its day: it stops as by the link in the mail to the person. */
export const stopFactorReset = verb({
  action_id: 'platform.user.stop_factor_reset',
  since: '0.1.0',
  summary: 'Stops an approved reset of second factors that waits for its day',
  machine: 'refused',
  impersonator: 'refused',
  who: factor_resetters,
  input,
  output: z.strictObject({ id: z.string() }),
  run: async (context, { user_id, reason }) => {
    const { tx, viewer, clock } = context
    const { reached } = await seatsInReach(context, user_id)
    const stopped = await tx.row<{ asked_by: string; decided_by: string | null }>(
      `update auth.factor_reset_wait w set state = 'stopped', updated_at = $2 from request.role_change r
       where w.user_id = $1 and w.state = 'waiting' and w.runs_at > $2 and r.id = w.role_change_id
       returning r.asked_by, r.decided_by`,
      [user_id, clock.now()],
    )
    if (!stopped) throw conflict('No factor reset of this person waits')
    const [{ first_name, last_name } = { first_name: '', last_name: '' }] = reached
    const by = `${viewer.user_name} of ${viewer.business_name}`
    const says = `${by} stopped the reset of the second factors of ${first_name} ${last_name}. Reason: ${reason}`
    for (const told of new Set([stopped.asked_by, stopped.decided_by]))
      if (told !== null && told !== viewer.user_id) await queueSecurityNotice(context, told, says)
    await queueSecurityNotice(context, user_id, `Your second factors stay: ${by} stopped the reset.`)
    context.audit({
      entity: 'platform.user',
      entity_id: user_id,
      old_values: { factors: 'reset waits' },
      new_values: { factors: 'kept', reason },
    })
    return { id: user_id }
  },
})
