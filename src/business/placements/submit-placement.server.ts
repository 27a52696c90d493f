import { verb } from '#server/verb.ts'
import { who } from './placement.rules.ts'
import { stepAnswer } from './step-contract.server.ts'
import { stepTemp, tempStepInput } from './step-temp.server.ts'

/** Asks the provider to bring a placement into force. */
export const submitPlacement = verb({
  action_id: 'contract.temp_placement.submit',
  since: '0.1.0',
  summary: 'Submits a temporary placement to the provider',
  machine: 'allowed',
  impersonator: 'allowed',
  who: who.submit,
  input: tempStepInput,
  output: stepAnswer,
  run: (context, step) => stepTemp(context, 'submit', step),
})
