import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { reasonInput } from '../../shared/chosen-input.server.ts'
import { who } from '../placement.rules.ts'
import { stepAnswer } from '../step-contract.server.ts'
import { stepTemp } from './step-temp.server.ts'

const input = z.strictObject({ id: z.uuid(), comment: reasonInput })

/** The asked side says no, with a comment. */
export const rejectPlacement = verb({
  action_id: 'contract.temp_placement.reject',
  since: '0.1.0',
  summary: 'Rejects a temporary placement, with a comment',
  machine: 'allowed',
  impersonator: 'refused',
  who: who.reject,
  input,
  output: stepAnswer,
  run: (context, step) => stepTemp(context, 'reject', step),
})
