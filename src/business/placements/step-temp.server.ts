/** The steps of a temp placement: their state, activity and audit. */
import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { present } from '#kernel/assert.ts'
import { requireCan } from '#kernel/refusal.ts'
import type { VerbContext } from '#server/verb.ts'
import { model_allowed_sql } from './activation.rules.ts'
import type { temp_placement } from './contract-kinds.entity.ts'
import { can, type PlacementFacts, type TempAction, temp_states } from './placement.rules.ts'
import { type StepAnswer, stepContract } from './step-contract.server.ts'

export const tempStepInput = z.strictObject({ id: z.uuid() })

type Row = ReadRow<
  typeof temp_placement,
  'id human_id status provider_id agency_id client_id contractor_id funder_id'
> &
  PlacementFacts

const messages = {
  submit: 'Sent to the provider',
  activate: 'Activated',
  return: 'Returned by the provider',
} as const satisfies Record<TempAction, string>

/** @throws not_found, not_allowed or precondition */
export async function stepTemp(
  context: VerbContext,
  action: TempAction,
  { id, comment = null }: { readonly id: string; readonly comment?: string | null },
): Promise<StepAnswer> {
  const { tx, viewer } = context
  const [row] = await loadVisible<Row>(tx, viewer, 'contract.temp_placement', [id], {
    lock: true,
    columns: `t.id, t.human_id, t.status, t.provider_id, t.agency_id, t.client_id, t.contractor_id, t.funder_id,
      coalesce(t.submitted_by, t.created_by) as submitted_by, ${model_allowed_sql('t')} as is_model_allowed`,
  })
  const placement = present(row, 'the placement')
  requireCan(can[action](placement, viewer))
  return stepContract(context, action, placement, {
    to: temp_states[action].to,
    message: messages[action],
    comment,
  })
}
