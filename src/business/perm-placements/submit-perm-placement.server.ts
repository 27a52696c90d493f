import { verb } from '#server/verb.ts'
import { stepAnswer } from '../placements/step-contract.server.ts'
import { who } from './perm-placement.rules.ts'
import { stepInput, stepPerm } from './step-perm.server.ts'

/** Asks the client's hiring manager to agree to a permanent placement. */
export const submitPermPlacement = verb({
  action_id: 'contract.perm_placement.submit',
  since: '0.1.0',
  summary: "Submits a permanent placement to the client's hiring manager",
  machine: 'allowed',
  impersonator: 'allowed',
  who: who.submit,
  input: stepInput,
  output: stepAnswer,
  run: (context, step) => stepPerm(context, 'submit', step),
})
