import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { visibleBusiness } from '../parties/visible-business.server.ts'
import { perm_placement } from '../placements/contract-kinds.entity.ts'
import { recordContractSteps } from '../placements/record-contract-step.server.ts'
import { dropTermsAndRates, replaceContacts } from '../placements/replace-draft.server.ts'
import { lockPerms } from './load-perm.server.ts'
import { who } from './perm-placement.rules.ts'
import { permPlacementInput } from './perm-placement-input.server.ts'
import { insertPermTerms, settlePerm } from './settle-perm-placement.server.ts'

/** Changes a draft or a rejected placement, all of it: nobody has agreed to it. Its agency stays. */
export const updatePermPlacement = verb({
  action_id: 'contract.perm_placement.update',
  since: '0.1.0',
  summary: 'Changes a draft or rejected permanent placement with its terms and contacts',
  machine: 'allowed',
  impersonator: 'allowed',
  who: who.update,
  input: permPlacementInput.omit({ agency_id: true }).extend({ id: z.uuid() }),
  output: z.strictObject({ id: z.uuid(), human_id: z.string() }),
  run: async (context, { id, ...p }) => {
    const [locked] = await lockPerms(context, 'update', [id])
    const row = present(locked, 'the placement')
    const agency = await visibleBusiness(context, row.agency_id, 'agency')
    const settled = await settlePerm(context, agency, p, row.funding_model)
    await updateRow(context.tx, perm_placement, id, {
      ...settled.columns,
      ...settled.parties,
      updated_at: context.clock.now(),
    })
    await dropTermsAndRates(context, id)
    await insertPermTerms(context, id, p, settled)
    await replaceContacts(context, id, settled)
    await recordContractSteps(context, 'update', [
      {
        row: { id, ...settled.parties },
        old_status: row.status,
        new_status: row.status,
        message: `Changed for ${p.candidate_name}`,
        new_values: { title: p.title, placement_fee: settled.columns.placement_fee },
      },
    ])
    return { id, human_id: row.human_id }
  },
})
