import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { reasonInput } from '../shared/chosen-input.server.ts'
import { endRoleChange } from './end-role-change.server.ts'
import { lockDecided } from './lock-role-change.server.ts'
import { who } from './role-change.rules.ts'

const input = z.strictObject({ id: z.uuid(), comment: reasonInput })

export const withdrawRoleChange = verb({
  action_id: 'request.role_change.withdraw',
  since: '0.1.0',
  summary: 'Withdraws the asked role that can release money, with a reason',
  machine: 'refused',
  impersonator: 'refused',
  who: who.withdraw,
  input,
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { id, comment }) => {
    const row = await lockDecided(context, id, 'withdraw')
    await endRoleChange(context, row, { status: 'withdrawn', comment })
    return { id }
  },
})
