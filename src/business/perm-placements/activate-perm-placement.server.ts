import { verb } from '#server/verb.ts'
import { stepAnswer } from '../placements/step-contract.server.ts'
import { who } from './perm-placement.rules.ts'
import { stepInput, stepPerm } from './step-perm.server.ts'

/** The provider brings a placement into force, which the client agreed to here or elsewhere. */
export const activatePermPlacement = verb({
  action_id: 'contract.perm_placement.activate',
  since: '0.1.0',
  summary: 'Activates a permanent placement',
  machine: 'allowed',
  impersonator: 'refused',
  who: who.activate,
  input: stepInput,
  output: stepAnswer,
  run: (context, step) => stepPerm(context, 'activate', step),
})
