import type { z } from 'zod'
import { verb } from '#server/verb.ts'
import type { StepAnswer } from './step-contract.server.ts'
import { stepTemp, tempStepInput } from './step-temp.server.ts'

/** Asks the provider to bring a placement into force. */
export const submitPlacement = verb<z.infer<typeof tempStepInput>, StepAnswer>({
  action_id: 'contract.temp_placement.submit',
  input: tempStepInput,
  run: (context, step) => stepTemp(context, 'submit', step),
})
