import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { requireSeen } from '../../shared/seen.server.ts'
import { generateTimesheets } from '../../timesheets/generate-timesheets.server.ts'
import { followAwr } from '../agency-workers/follow-awr.server.ts'
import { contract } from '../contract.entity.ts'
import { activationInput, requireVerified } from '../evidence-input.server.ts'
import { settleOptOut } from '../opt-out/placement-opt-out.server.ts'
import { who } from '../placement.rules.ts'
import { verifiedWords } from '../placement-evidence.rules.ts'
import { stepAnswer } from '../step-contract.server.ts'
import { lockTemp, moveTemp } from './step-temp.server.ts'

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
  input: activationInput,
  output: stepAnswer,
  run: async (context, { id, updated_at, ...check }) => {
    const row = await lockTemp(context, 'activate', id)
    requireSeen('placement', row.updated_at, updated_at)
    if (row.evidence_status === 'waiting') {
      requireVerified(check)
      await updateRow(context.tx, contract, id, { evidence_status: 'accepted' })
    }
    await settleOptOut(context, id)
    const done = await moveTemp(context, 'activate', row, verifiedWords(check))
    for (const { id: entity_id, human_id } of await generateTimesheets(context, { contract_id: id })) {
      context.audit({ entity: 'transaction.timesheet', entity_id, new_values: { human_id, status: 'draft' } })
    }
    await followAwr(context.tx, id)
    return done
  },
})
