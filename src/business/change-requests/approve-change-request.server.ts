import { verb } from '#server/verb.ts'
import { approveRequests, decidedAnswer, decideInput } from './decide-request.server.ts'
import { who } from './request/change-request.rules.ts'

/** Approves for the side that is asked; the last approval applies the change. */
export const approveChangeRequest = verb({
  action_id: 'request.change_request.approve',
  since: '0.1.0',
  summary: "Approves a change request for the viewer's side",
  machine: 'allowed',
  impersonator: 'refused',
  who: who.approve,
  input: decideInput,
  output: decidedAnswer,
  run: approveRequests,
})
