import { z } from 'zod'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { verb } from '#server/verb.ts'
import { anybody } from '../shared/who-may.rules.ts'

/** A user's settings fill a few kilobytes; more is no setting. */
const BYTES_MAX = 16_384

const input = z.strictObject({
  /** `theme`, column layouts by list, …: the pages' own business. `null` takes one away. */
  preferences: z.record(z.string().regex(/^[a-z][a-z0-9_.:/-]{0,99}$/i), z.json()),
})

/** Set by calls of their own: a switch of business, the profile, and the choice of a second factor. */
const ours = ['last_business_contact_id', 'default_business_contact_id', 'second_factor']

/** Merges settings into the signed-in user's own. */
export const updatePreferences = verb({
  action_id: 'platform.user.update_preferences',
  since: '0.1.0',
  summary: 'Changes preferences of the viewer',
  machine: 'allowed',
  impersonator: 'refused',
  who: anybody,
  input,
  output: z.strictObject({ preferences: z.record(z.string(), z.unknown()) }),
  run: async ({ tx, viewer, clock }, { preferences }) => {
    const taken = ours.find((name) => name in preferences)
    if (taken) throw invalid({ [`preferences.${taken}`]: validationText.matches })
    const row = await tx.row<{ preferences: Record<string, unknown>; bytes: number }>(
      `update platform."user" set preferences = jsonb_strip_nulls(preferences || $2::jsonb), updated_at = $3
       where id = $1 returning preferences, length(preferences::text) as bytes`,
      [viewer.user_id, JSON.stringify(preferences), clock.now()],
    )
    if (!row || row.bytes > BYTES_MAX) throw invalid({ preferences: validationText.max_length(BYTES_MAX) })
    return { preferences: row.preferences }
  },
})
