import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { reasonInput } from '../shared/chosen-input.server.ts'
import { endRoleChange } from './end-role-change.server.ts'
import { lockDecided } from './lock-role-change.server.ts'
import { who } from './role-change.rules.ts'

const input = z.strictObject({ id: z.uuid(), comment: reasonInput })

export const rejectRoleChange = verb({
  action_id: 'request.role_change.reject',
  since: '0.1.0',
  summary: 'Rejects a role that can release money, with a reason',
  machine: 'refused',
  impersonator: 'refused',
  who: who.reject,
  input,
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { id, comment }) => {
    const row = await lockDecided(context, id, 'reject')
    await endRoleChange(context, row, { status: 'rejected', comment })
    return { id }
  },
})
