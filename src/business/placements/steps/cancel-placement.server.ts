import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { reasonInput } from '../../shared/chosen-input.server.ts'
import { who } from '../placement.rules.ts'
import { stepAnswer } from '../step-contract.server.ts'
import { stepTemp } from './step-temp.server.ts'

const input = z.strictObject({ id: z.uuid(), comment: reasonInput })

/** Ends a placement before it is in force, with a comment. */
export const cancelPlacement = verb({
  action_id: 'contract.temp_placement.cancel',
  since: '0.1.0',
  summary: 'Cancels a temporary placement that is not in force yet',
  machine: 'allowed',
  impersonator: 'allowed',
  who: who.cancel,
  input,
  output: stepAnswer,
  run: (context, step) => stepTemp(context, 'cancel', step),
})
