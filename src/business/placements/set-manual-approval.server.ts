import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { notFound } from '#kernel/errors.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { reasonInput } from '../shared/chosen-input.server.ts'
import { may_switch_manual } from './activation.rules.ts'
import { contract } from './contract.entity.ts'
import type { temp_placement } from './contract-kinds.entity.ts'
import { recordContractSteps } from './record-contract-step.server.ts'

const input = z.strictObject({ id: z.uuid(), is_on: z.boolean(), comment: reasonInput })
const answer = z.strictObject({ id: z.uuid(), manual_timesheet_approval: z.boolean() })
type Row = ReadRow<
  typeof temp_placement,
  'id status provider_id agency_id client_id contractor_id funder_id manual_timesheet_approval'
>

/** The provider's switch: may the agency approve hours and expenses of this placement in the client's name? */
export const setManualApproval = verb({
  action_id: 'contract.temp_placement.set_manual_approval',
  since: '0.1.0',
  summary: 'Sets whether the agency may approve work of a placement for the client',
  machine: 'allowed',
  impersonator: 'refused',
  who: may_switch_manual,
  input,
  output: answer,
  run: async (context, { id, is_on, comment }) => {
    const [row] = await loadVisible<Row>(context.tx, context.viewer, 'contract.temp_placement', [id], {
      lock: true,
      columns: `t.id, t.status, t.provider_id, t.agency_id, t.client_id, t.contractor_id, t.funder_id,
        t.manual_timesheet_approval`,
    })
    if (!row) throw notFound('Placement')
    await updateRow(context.tx, contract, id, {
      manual_timesheet_approval: is_on,
      updated_at: context.clock.now(),
    })
    await recordContractSteps(context, 'set_manual_approval', [
      {
        row,
        old_status: row.status,
        new_status: row.status,
        message: `Approval by the agency switched ${is_on ? 'on' : 'off'}`,
        comment,
        new_values: { manual_timesheet_approval: is_on },
      },
    ])
    return { id, manual_timesheet_approval: is_on }
  },
})
