import { verb } from '#server/verb.ts'
import { stepAnswer } from '../placements/step-contract.server.ts'
import { who } from './perm-placement.rules.ts'
import { reasonedStepInput, stepPerm } from './step-perm.server.ts'

/** Takes a placement out that will not come about, with a reason (spec §5: required). */
export const cancelPermPlacement = verb({
  action_id: 'contract.perm_placement.cancel',
  since: '0.1.0',
  summary: 'Cancels a permanent placement, with a reason',
  machine: 'allowed',
  impersonator: 'allowed',
  who: who.cancel,
  input: reasonedStepInput,
  output: stepAnswer,
  run: (context, step) => stepPerm(context, 'cancel', step),
})
