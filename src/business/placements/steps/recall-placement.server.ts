import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { reasonInput } from '../../shared/chosen-input.server.ts'
import { who } from '../placement.rules.ts'
import { stepAnswer } from '../step-contract.server.ts'
import { stepTemp } from './step-temp.server.ts'

const input = z.strictObject({ id: z.uuid(), comment: reasonInput })

/** The agency takes a submitted placement back, with a comment. */
export const recallPlacement = verb({
  action_id: 'contract.temp_placement.recall',
  since: '0.1.0',
  summary: 'Recalls a submitted temporary placement, with a comment',
  machine: 'allowed',
  impersonator: 'allowed',
  who: who.recall,
  input,
  output: stepAnswer,
  run: (context, step) => stepTemp(context, 'recall', step),
})
