/** The steps of a permanent placement that change its status alone. */
import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import type { VerbContext } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { reasonInput } from '../shared/chosen-input.server.ts'
import { contract, contract_statuses } from './contract.entity.ts'
import { lockPerms } from './load-perm.server.ts'
import { perm_states } from './perm-placement.rules.ts'
import { recordContractSteps } from './record-contract-step.server.ts'

export const stepInput = z.strictObject({ id: z.uuid(), comment: z.string().trim().max(4000).optional() })
export const reasonedStepInput = z.strictObject({ id: z.uuid(), comment: reasonInput })
export type StepAnswer = { id: string; status: string }

const messages = {
  submit: 'Sent to the client',
  approve: 'Approved by the client',
  reject: 'Rejected by the client',
  activate: 'Activated',
  return: 'Returned by the provider',
  cancel: 'Cancelled',
} as const

/** @throws not_found, not_allowed, precondition or conflict */
export async function stepPerm(
  context: VerbContext,
  action: keyof typeof messages,
  { id, comment }: { readonly id: string; readonly comment?: string | undefined },
): Promise<StepAnswer> {
  const rows = await lockPerms(context, action, [id])
  const { to } = perm_states[action]
  const status = present(
    contract_statuses.find((one) => one === to),
    'the status of the step',
  )
  await updateRow(context.tx, contract, id, {
    status,
    ...(action === 'submit' ? { submitted_by: context.viewer.user_id } : {}),
    updated_at: context.clock.now(),
  })
  await recordContractSteps(
    context,
    action,
    rows.map((row) => ({
      row,
      old_status: row.status,
      new_status: status,
      message: messages[action],
      comment: comment ?? null,
    })),
  )
  return { id, status }
}
