import { z } from 'zod'
import type { Instant } from '#kernel/instant.ts'
import { verb } from '#server/verb.ts'
import { askedBusiness, askedBusinessInput } from './asked-business.server.ts'
import { membersOf } from './members.server.ts'
import { second_factor_deciders } from './second-factor.rules.ts'

/** The rule of the business, and how many of its people it would stop. */
export const readSecondFactor = verb({
  action_id: 'business.security_rule.read',
  since: '0.1.0',
  summary: 'Reads whether a business asks all its people for a second factor, and how many have none',
  machine: 'refused',
  impersonator: 'allowed',
  is_reading: true,
  who: second_factor_deciders,
  input: z.strictObject(askedBusinessInput),
  output: z.strictObject({
    second_factor_from: z.iso.datetime().nullable(),
    people: z.number().int(),
    without_factor: z.number().int(),
    /** It works with several agencies: the provider decides, and not the viewer's agency. */
    is_shared: z.boolean(),
  }),
  run: async (context, { business_id }) => {
    const { tx } = context
    const { id, is_shared } = await askedBusiness(context, business_id)
    const members = await membersOf(context, id)
    const row = await tx.row<{ second_factor_from: Instant | null; with_factor: number }>(
      `select b.second_factor_from, (select count(distinct f.user_id)::int from auth.factor f
         where f.user_id = any($2) and f.confirmed_at is not null) as with_factor
       from business.business b where b.id = $1`,
      [id, members.map(({ user_id }) => user_id)],
    )
    return {
      second_factor_from: row?.second_factor_from ?? null,
      people: members.length,
      is_shared,
      without_factor: members.length - (row?.with_factor ?? 0),
    }
  },
})
