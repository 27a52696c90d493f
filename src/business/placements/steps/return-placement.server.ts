import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { reasonInput } from '../../shared/chosen-input.server.ts'
import { who } from '../placement.rules.ts'
import { stepAnswer } from '../step-contract.server.ts'
import { stepTemp } from './step-temp.server.ts'

const input = z.strictObject({ id: z.uuid(), comment: reasonInput })

/** The provider sends a placement back to its agency, with a comment. */
export const returnPlacement = verb({
  action_id: 'contract.temp_placement.return',
  since: '0.1.0',
  summary: 'Returns a temporary placement to its agency, with a comment',
  machine: 'allowed',
  impersonator: 'refused',
  who: who.return,
  input,
  output: stepAnswer,
  run: (context, step) => stepTemp(context, 'return', step),
})
