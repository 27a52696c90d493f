import { z } from 'zod'
import type { Instant } from '#kernel/instant.ts'
import { verb } from '#server/verb.ts'
import { sso_admins } from './identity-provider.rules.ts'
import { membersOf } from './members.server.ts'

/** The rule of the business, and how many of its people it would stop. */
export const readSecondFactor = verb({
  action_id: 'business.security_rule.read',
  since: '0.1.0',
  summary: 'Reads whether the business asks all its people for a second factor, and how many have none',
  machine: 'refused',
  impersonator: 'allowed',
  is_reading: true,
  who: sso_admins,
  input: z.strictObject({}),
  output: z.strictObject({
    second_factor_from: z.iso.datetime().nullable(),
    people: z.number().int(),
    without_factor: z.number().int(),
  }),
  run: async (context) => {
    const { tx, viewer } = context
    const members = await membersOf(context)
    const row = await tx.row<{ second_factor_from: Instant | null; with_factor: number }>(
      `select b.second_factor_from, (select count(distinct f.user_id)::int from auth.factor f
         where f.user_id = any($2) and f.confirmed_at is not null) as with_factor
       from business.business b where b.id = $1`,
      [viewer.business_id, members.map(({ user_id }) => user_id)],
    )
    return {
      second_factor_from: row?.second_factor_from ?? null,
      people: members.length,
      without_factor: members.length - (row?.with_factor ?? 0),
    }
  },
})
