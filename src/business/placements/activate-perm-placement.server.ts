import type { z } from 'zod'
import { verb } from '#server/verb.ts'
import { type StepAnswer, stepInput, stepPerm } from './step-perm.server.ts'

/** Activates a placement whose terms were signed elsewhere. */
export const activatePermPlacement = verb<z.infer<typeof stepInput>, StepAnswer>({
  action_id: 'contract.perm_placement.activate',
  input: stepInput,
  run: (context, step) => stepPerm(context, 'activate', step),
})
