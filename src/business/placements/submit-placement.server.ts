import type { z } from 'zod'
import { verb } from '#server/verb.ts'
import { stepTemp, type TempStepAnswer, tempStepInput } from './step-temp.server.ts'

/** Asks the provider to bring a placement into force. */
export const submitPlacement = verb<z.infer<typeof tempStepInput>, TempStepAnswer>({
  action_id: 'contract.temp_placement.submit',
  input: tempStepInput,
  run: (context, step) => stepTemp(context, 'submit', step),
})
