import type { z } from 'zod'
import { verb } from '#server/verb.ts'
import { reasonedStepInput, type StepAnswer, stepPerm } from './step-perm.server.ts'

/** Takes a placement out that will not come about, with a reason (spec §5: required). */
export const cancelPermPlacement = verb<z.infer<typeof reasonedStepInput>, StepAnswer>({
  action_id: 'contract.perm_placement.cancel',
  input: reasonedStepInput,
  run: (context, step) => stepPerm(context, 'cancel', step),
})
