import { verb } from '#server/verb.ts'
import { stepAnswer } from '../placements/step-contract.server.ts'
import { who } from './perm-placement.rules.ts'
import { reasonedStepInput, stepPerm } from './step-perm.server.ts'

/** The provider sends a placement back to its agency, with a comment. */
export const returnPermPlacement = verb({
  action_id: 'contract.perm_placement.return',
  since: '0.1.0',
  summary: 'Returns a permanent placement to its agency, with a comment',
  machine: 'allowed',
  impersonator: 'refused',
  who: who.return,
  input: reasonedStepInput,
  output: stepAnswer,
  run: (context, step) => stepPerm(context, 'return', step),
})
