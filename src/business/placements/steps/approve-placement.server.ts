import { verb } from '#server/verb.ts'
import { who } from '../placement.rules.ts'
import { stepAnswer } from '../step-contract.server.ts'
import { stepTemp, tempAgreeInput } from './step-temp.server.ts'

/** The asked side agrees: agency, client, then contractor. */
export const approvePlacement = verb({
  action_id: 'contract.temp_placement.approve',
  since: '0.1.0',
  summary: 'Approves a temporary placement for the side that is asked',
  machine: 'allowed',
  impersonator: 'refused',
  who: who.approve,
  input: tempAgreeInput,
  output: stepAnswer,
  run: (context, step) => stepTemp(context, 'approve', step),
})
