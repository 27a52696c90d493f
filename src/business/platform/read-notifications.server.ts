import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { anybody } from '../shared/who-may.rules.ts'

const input = z.strictObject({
  /** Every unread one of the user's when absent. */
  ids: z.array(z.uuid()).max(1000).optional(),
})

/** Marks notifications as read. The log itself is never mutated through the data endpoint (spec §7). */
export const readNotifications = verb({
  action_id: 'log.notification_log.read',
  since: '0.1.0',
  summary: 'Marks notifications as read',
  machine: 'allowed',
  impersonator: 'refused',
  who: anybody,
  input,
  output: z.strictObject({ unread: z.number() }),
  run: async ({ tx, viewer, clock }, { ids }) => {
    // Somebody else's are left alone without a word: "not yours" and "does not exist" read the same.
    await tx.run(
      `update log.notification_log set read_at = $2
       where user_id = $1 and read_at is null and ($3::uuid[] is null or id = any($3))
         and (business_contact_id is null or business_contact_id = $4)`,
      [viewer.user_id, clock.now(), ids ?? null, viewer.business_contact_id],
    )
    const left = await tx.row<{ n: number }>(
      `select count(*)::int as n from log.notification_log where user_id = $1 and read_at is null
         and (business_contact_id is null or business_contact_id = $2)`,
      [viewer.user_id, viewer.business_contact_id],
    )
    return { unread: left?.n ?? 0 }
  },
})
