import { verb } from '#server/verb.ts'
import { decidedAnswer, endRequests, reasonedInput } from './decide-request.server.ts'
import { who } from './request/change-request.rules.ts'

/** Rejects for the side that is asked, with a reason (spec §5: required). */
export const rejectChangeRequest = verb({
  action_id: 'request.change_request.reject',
  since: '0.1.0',
  summary: "Rejects a change request for the viewer's side, with a reason",
  machine: 'allowed',
  impersonator: 'refused',
  who: who.reject,
  input: reasonedInput,
  output: decidedAnswer,
  run: (context, decision) => endRequests(context, 'reject', decision),
})
