import { z } from 'zod'
import { newUuid } from '#kernel/uuid.ts'
import { verb } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { actingAgency } from '../parties/visible-business.server.ts'
import { nextHumanId } from '../shared/human-id.server.ts'
import { agency_side } from '../shared/who-may.rules.ts'
import { temp_placement } from './contract-kinds.entity.ts'
import { insertContacts } from './insert-placement.server.ts'
import { tempPlacementInput } from './placement-input.server.ts'
import { insertTermsAndRates, settlePlacement } from './settle-placement.server.ts'

/**
 * A draft temp placement with its rates, terms and contacts. Faults are under the form's fields (spec §5); foreign
 * parties read as unknown.
 */
export const createTempPlacement = verb({
  action_id: 'contract.temp_placement.create',
  since: '0.1.0',
  summary: 'Creates a draft of a temporary placement with rates, terms and contacts',
  machine: 'allowed',
  impersonator: 'allowed',
  who: agency_side,
  input: tempPlacementInput,
  output: z.strictObject({ id: z.uuid(), human_id: z.string(), group_ids: z.array(z.uuid()) }),
  run: async (context, p) => {
    const { tx, viewer, clock } = context
    const settled = await settlePlacement(context, await actingAgency(context, p.agency_id), p)
    const id = newUuid(clock)
    const human_id = await nextHumanId(tx, 'TMP')
    await insertRow(tx, temp_placement, {
      ...settled.columns,
      ...settled.parties,
      id,
      human_id,
      status: 'draft',
      manual_timesheet_approval: p.manual_timesheet_approval,
      open_checks: null,
      awr_qualifying_date: null,
      awr_comparable_rate: null,
      evidence_status: null,
      change_request_id: null,
      created_by: viewer.user_id,
      submitted_by: null,
      created_at: clock.now(),
      updated_at: clock.now(),
    })
    const group_ids = await insertTermsAndRates(context, id, p, settled)
    await insertContacts(context, id, settled.parties, settled.contacts)
    context.audit({
      entity: 'contract.contract',
      entity_id: id,
      new_values: { human_id, status: 'draft', title: p.title },
    })
    return { id, human_id, group_ids }
  },
})
