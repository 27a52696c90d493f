/** The steps of a permanent placement that change its status alone. */
import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import type { VerbContext } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { contract } from '../placements/contract.entity.ts'
import { type StepAnswer, stepContract } from '../placements/step-contract.server.ts'
import { reasonInput } from '../shared/chosen-input.server.ts'
import { lockPerms } from './load-perm.server.ts'
import { perm_states } from './perm-placement.rules.ts'

export const stepInput = z.strictObject({ id: z.uuid(), comment: z.string().trim().max(4000).optional() })
export const reasonedStepInput = z.strictObject({ id: z.uuid(), comment: reasonInput })

const messages = {
  submit: 'Sent to the client',
  approve: 'Approved by the client',
  approve_by_evidence: 'Approved for the client by evidence',
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
  const [row] = await lockPerms(context, action, [id])
  // A new submission needs a new approval.
  if (action === 'submit') await updateRow(context.tx, contract, id, { evidence_status: null })
  return stepContract(context, action, present(row, 'the placement'), {
    to: perm_states[action].to,
    message: messages[action],
    comment: comment ?? null,
  })
}
