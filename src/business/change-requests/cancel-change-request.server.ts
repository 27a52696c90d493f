import { verb } from '#server/verb.ts'
import { decidedAnswer, endRequests, reasonedInput } from './decide-request.server.ts'
import { who } from './request/change-request.rules.ts'

/** The requester withdraws it, with a reason (spec §5: required). */
export const cancelChangeRequest = verb({
  action_id: 'request.change_request.cancel',
  since: '0.1.0',
  summary: 'Withdraws a change request, with a reason',
  machine: 'allowed',
  impersonator: 'allowed',
  who: who.cancel,
  input: reasonedInput,
  output: decidedAnswer,
  run: (context, decision) => endRequests(context, 'cancel', decision),
})
