import { z } from 'zod'
import { conflict } from '#kernel/errors.ts'
import { FIVE_MINUTES, verb } from '#server/verb.ts'
import { support_access_deciders } from './impersonation.rules.ts'

const input = z.strictObject({ is_on: z.boolean() })

/** Opens or closes a business to support. Closing it ends open impersonations of its people at once. */
export const setSupportAccess = verb({
  action_id: 'business.support_access.set',
  since: '0.1.0',
  summary: 'Opens or closes a business to support acting as its people',
  machine: 'refused',
  impersonator: 'refused',
  who: support_access_deciders,
  input,
  output: z.strictObject({ is_on: z.boolean() }),
  step_up: FIVE_MINUTES,
  run: async (context, { is_on }) => {
    const { tx, viewer } = context
    // No reader of the business reads this field, so that the moment of the business stays.
    const changed = await tx.run(
      'update business.business set support_access = $2 where id = $1 and support_access <> $2',
      [viewer.business_id, is_on],
    )
    if (changed === 0)
      throw conflict(is_on ? 'Support access is on already' : 'Support access is off already')
    context.audit({
      entity: 'business.business',
      entity_id: viewer.business_id,
      old_values: { support_access: !is_on },
      new_values: { support_access: is_on },
    })
    return { is_on }
  },
})
