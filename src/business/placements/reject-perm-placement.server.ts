import type { z } from 'zod'
import { verb } from '#server/verb.ts'
import type { StepAnswer } from './step-contract.server.ts'
import { reasonedStepInput, stepPerm } from './step-perm.server.ts'

/** The client does not agree, with a reason (spec §5: required). */
export const rejectPermPlacement = verb<z.infer<typeof reasonedStepInput>, StepAnswer>({
  action_id: 'contract.perm_placement.reject',
  input: reasonedStepInput,
  run: (context, step) => stepPerm(context, 'reject', step),
})
