import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { visibleBusiness } from '../../parties/visible-business.server.ts'
import { contract } from '../contract.entity.ts'
import { who } from '../placement.rules.ts'
import { tempPlacementInput } from '../placement-input.server.ts'
import { dropTermsAndRates, replaceContacts } from '../replace-draft.server.ts'
import { insertTermsAndRates, settlePlacement } from '../settle-placement.server.ts'
import { lockTemp } from './step-temp.server.ts'

const input = tempPlacementInput
  .omit({ agency_id: true, manual_timesheet_approval: true })
  .extend({ id: z.uuid() })

/** Changes a draft or a rejected placement, all of it: nobody has agreed to it. Its agency stays. */
export const updateTempPlacement = verb({
  action_id: 'contract.temp_placement.update',
  since: '0.1.0',
  summary: 'Changes a draft or rejected temporary placement with its rates, terms and contacts',
  machine: 'allowed',
  impersonator: 'allowed',
  who: who.update,
  input,
  output: z.strictObject({ id: z.uuid(), human_id: z.string(), group_ids: z.array(z.uuid()) }),
  run: async (context, { id, ...typed }) => {
    const row = await lockTemp(context, 'update', id)
    const p = { ...typed, manual_timesheet_approval: false }
    const agency = await visibleBusiness(context, row.agency_id, 'agency')
    const settled = await settlePlacement(context, agency, p, row.funding_model)
    await updateRow(context.tx, contract, id, {
      ...settled.columns,
      ...settled.parties,
      updated_at: context.clock.now(),
    })
    await dropTermsAndRates(context, id)
    const group_ids = await insertTermsAndRates(context, id, p, settled)
    await replaceContacts(context, id, settled)
    context.audit({ entity: 'contract.contract', entity_id: id, new_values: { title: p.title } })
    return { id, human_id: row.human_id, group_ids }
  },
})
