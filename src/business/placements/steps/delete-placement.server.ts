import { verb } from '#server/verb.ts'
import { who } from '../placement.rules.ts'
import { stepAnswer } from '../step-contract.server.ts'
import { stepTemp, tempStepInput } from './step-temp.server.ts'

/** Deletes a draft. */
export const deletePlacement = verb({
  action_id: 'contract.temp_placement.delete',
  since: '0.1.0',
  summary: 'Deletes a draft of a temporary placement',
  machine: 'allowed',
  impersonator: 'allowed',
  who: who.delete,
  input: tempStepInput,
  output: stepAnswer,
  run: (context, step) => stepTemp(context, 'delete', step),
})
