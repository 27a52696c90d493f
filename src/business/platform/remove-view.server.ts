import { z } from 'zod'
import { notFound } from '#kernel/errors.ts'
import { verb } from '#server/verb.ts'
import { anybody } from '../shared/who-may.rules.ts'

const input = z.strictObject({ id: z.uuid() })

/** Takes one of the user's own saved views away. */
export const removeView = verb({
  action_id: 'platform.saved_view.remove',
  since: '0.1.0',
  summary: 'Removes a saved view of a list',
  machine: 'allowed',
  impersonator: 'allowed',
  who: anybody,
  input,
  output: z.strictObject({ id: z.uuid() }),
  run: async ({ tx, viewer, clock }, { id }) => {
    const removed = await tx.run(
      `update platform.saved_view set deleted_at = $4, updated_at = $4
       where id = $1 and user_id = $2 and business_id = $3 and deleted_at is null`,
      [id, viewer.user_id, viewer.business_id, clock.now()],
    )
    if (removed === 0) throw notFound('View')
    return { id }
  },
})
