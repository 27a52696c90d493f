import { verb } from '#server/verb.ts'
import { stepAnswer } from '../placements/step-contract.server.ts'
import { who } from './perm-placement.rules.ts'
import { reasonedStepInput, stepPerm } from './step-perm.server.ts'

/** The client does not agree, with a reason (spec §5: required). */
export const rejectPermPlacement = verb({
  action_id: 'contract.perm_placement.reject',
  since: '0.1.0',
  summary: 'Rejects a permanent placement for the client, with a reason',
  machine: 'allowed',
  impersonator: 'refused',
  who: who.reject,
  input: reasonedStepInput,
  output: stepAnswer,
  run: (context, step) => stepPerm(context, 'reject', step),
})
