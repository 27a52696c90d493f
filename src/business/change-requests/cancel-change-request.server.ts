import type { z } from 'zod'
import { verb } from '#server/verb.ts'
import { who } from './change-request.rules.ts'
import { type Decided, endRequests, reasonedInput } from './decide-request.server.ts'

/** The requester withdraws it, with a reason (spec §5: required). */
export const cancelChangeRequest = verb<z.infer<typeof reasonedInput>, Decided>({
  action_id: 'request.change_request.cancel',
  since: '0.1.0',
  summary: 'Withdraws a change request, with a reason',
  machine: 'allowed',
  impersonator: 'allowed',
  who: who.cancel,
  input: reasonedInput,
  run: (context, decision) => endRequests(context, 'cancel', decision),
})
