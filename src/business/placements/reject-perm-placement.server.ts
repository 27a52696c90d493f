import type { z } from 'zod'
import { verb } from '#server/verb.ts'
import { who } from './perm-placement.rules.ts'
import type { StepAnswer } from './step-contract.server.ts'
import { reasonedStepInput, stepPerm } from './step-perm.server.ts'

/** The client does not agree, with a reason (spec §5: required). */
export const rejectPermPlacement = verb<z.infer<typeof reasonedStepInput>, StepAnswer>({
  action_id: 'contract.perm_placement.reject',
  since: '0.1.0',
  summary: 'Rejects a permanent placement for the client, with a reason',
  machine: 'allowed',
  impersonator: 'refused',
  who: who.reject,
  input: reasonedStepInput,
  run: (context, step) => stepPerm(context, 'reject', step),
})
