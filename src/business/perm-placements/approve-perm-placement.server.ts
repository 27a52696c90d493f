import { verb } from '#server/verb.ts'
import { stepAnswer } from '../placements/step-contract.server.ts'
import { who } from './perm-placement.rules.ts'
import { permAgreeInput, stepPerm } from './step-perm.server.ts'

/** The client agrees: the placement waits for the provider to activate it. */
export const approvePermPlacement = verb({
  action_id: 'contract.perm_placement.approve',
  since: '0.1.0',
  summary: 'Approves a permanent placement for the client',
  machine: 'allowed',
  impersonator: 'refused',
  who: who.approve,
  input: permAgreeInput,
  output: stepAnswer,
  run: (context, step) => stepPerm(context, 'approve', step),
})
