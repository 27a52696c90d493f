import { verb } from '#server/verb.ts'
import { generateTimesheets } from '../timesheets/generate-timesheets.server.ts'
import { who } from './placement.rules.ts'
import { stepAnswer } from './step-contract.server.ts'
import { stepTemp, tempStepInput } from './step-temp.server.ts'

/**
 * The provider brings a placement into force and makes the timesheets of its weeks so far; later ones come day by day
 * (server/daily.server.ts).
 */
export const activatePlacement = verb({
  action_id: 'contract.temp_placement.activate',
  since: '0.1.0',
  summary: 'Activates a temporary placement and generates its timesheets so far',
  machine: 'allowed',
  impersonator: 'refused',
  who: who.activate,
  input: tempStepInput,
  output: stepAnswer,
  run: async (context, { id }) => {
    const done = await stepTemp(context, 'activate', { id })
    for (const { id: entity_id, human_id } of await generateTimesheets(context, { contract_id: id })) {
      context.audit({ entity: 'transaction.timesheet', entity_id, new_values: { human_id, status: 'draft' } })
    }
    return done
  },
})
