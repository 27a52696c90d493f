import { z } from 'zod'
import { newUuid } from '#kernel/uuid.ts'
import { verb } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { actingAgency } from '../parties/visible-business.server.ts'
import { perm_placement } from '../placements/contract-kinds.entity.ts'
import { insertContacts } from '../placements/insert-placement.server.ts'
import { recordContractSteps } from '../placements/record-contract-step.server.ts'
import { nextHumanId } from '../shared/human-id.server.ts'
import { agency_side } from '../shared/who-may.rules.ts'
import { permPlacementInput } from './perm-placement-input.server.ts'
import { insertPermTerms, settlePerm } from './settle-perm-placement.server.ts'

/** A draft permanent placement: a candidate, a client, a fee. Faults are under the form's fields (spec §5). */
export const createPermPlacement = verb({
  action_id: 'contract.perm_placement.create',
  since: '0.1.0',
  summary: 'Creates a draft of a permanent placement',
  machine: 'allowed',
  impersonator: 'allowed',
  who: agency_side,
  input: permPlacementInput,
  output: z.strictObject({ id: z.uuid(), human_id: z.string() }),
  run: async (context, p) => {
    const { tx, viewer, clock } = context
    const settled = await settlePerm(context, await actingAgency(context, p.agency_id), p)
    const id = newUuid(clock)
    const human_id = await nextHumanId(tx, 'PEM')
    await insertRow(tx, perm_placement, {
      ...settled.columns,
      ...settled.parties,
      id,
      human_id,
      status: 'draft',
      end_date: null,
      left_date: null,
      suspense_reason: null,
      evidence_status: null,
      change_request_id: null,
      created_by: viewer.user_id,
      submitted_by: null,
      created_at: clock.now(),
      updated_at: clock.now(),
    })
    await insertPermTerms(context, id, p, settled)
    await insertContacts(context, id, settled.parties, settled.contacts)
    await recordContractSteps(context, 'create', [
      {
        row: { id, ...settled.parties },
        old_status: null,
        new_status: 'draft',
        message: `Entered for ${p.candidate_name}`,
        new_values: { human_id, title: p.title },
      },
    ])
    return { id, human_id }
  },
})
