/** The steps of a temp placement: their state, activity and audit. */
import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { present } from '#kernel/assert.ts'
import { requireCan } from '#kernel/refusal.ts'
import type { VerbContext } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { contract, contract_statuses } from './contract.entity.ts'
import type { temp_placement } from './contract-kinds.entity.ts'
import { can, type TempAction, temp_states } from './placement.rules.ts'
import { recordContractSteps } from './record-contract-step.server.ts'

export const tempStepInput = z.strictObject({ id: z.uuid() })
export type TempStepAnswer = { id: string; status: string }

type Row = ReadRow<
  typeof temp_placement,
  'id human_id status provider_id agency_id client_id contractor_id funder_id'
> & { readonly submitted_by: string | null }

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
): Promise<TempStepAnswer> {
  const { tx, viewer, clock } = context
  const rows = await loadVisible<Row>(tx, viewer, 'contract.temp_placement', [id], {
    lock: true,
    columns: `t.id, t.human_id, t.status, t.provider_id, t.agency_id, t.client_id, t.contractor_id, t.funder_id,
      coalesce(t.submitted_by, t.created_by) as submitted_by`,
  })
  for (const row of rows) requireCan(can[action](row, viewer))
  const status = present(
    contract_statuses.find((one) => one === temp_states[action].to),
    'the status of the step',
  )
  await updateRow(tx, contract, id, {
    status,
    ...(action === 'submit' ? { submitted_by: viewer.user_id } : {}),
    updated_at: clock.now(),
  })
  await recordContractSteps(
    context,
    action,
    rows.map((row) => ({
      row,
      old_status: row.status,
      new_status: status,
      message: messages[action],
      comment,
    })),
  )
  return { id, status }
}
