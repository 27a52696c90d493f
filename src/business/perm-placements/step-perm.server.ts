/** The steps of a permanent placement that change its status alone. */
import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import type { VerbContext } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { contract } from '../placements/contract.entity.ts'
import { type StepAnswer, stepContract } from '../placements/step-contract.server.ts'
import { reasonInput } from '../shared/chosen-input.server.ts'
import { requireSeen, seenInput } from '../shared/seen.server.ts'
import { lockPerms, type PermRow } from './load-perm.server.ts'
import { perm_states } from './perm-placement.rules.ts'

export const stepInput = z.strictObject({ id: z.uuid(), comment: z.string().trim().max(4000).optional() })
export const permAgreeInput = stepInput.extend({ updated_at: seenInput })
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

type PermStep = keyof typeof messages

/** @throws not_found, not_allowed, precondition or conflict */
export async function stepPerm(
  context: VerbContext,
  action: PermStep,
  { id, comment, updated_at }: z.output<typeof permAgreeInput>,
): Promise<StepAnswer> {
  const row = await lockPerm(context, action, id)
  requireSeen('placement', row.updated_at, updated_at)
  return movePerm(context, action, row, comment ?? null)
}

/** Locks the placement and asks the rule. @throws not_found, not_allowed, precondition or conflict */
export async function lockPerm(context: VerbContext, action: PermStep, id: string): Promise<PermRow> {
  const [row] = await lockPerms(context, action, [id])
  return present(row, 'the placement')
}

/** The step of a locked row that the rule allows. */
export async function movePerm(
  context: VerbContext,
  action: PermStep,
  row: PermRow,
  comment: string | null,
): Promise<StepAnswer> {
  // A new submission needs a new approval.
  if (action === 'submit' || action === 'return')
    await updateRow(context.tx, contract, row.id, { evidence_status: null })
  return stepContract(context, action, row, {
    to: perm_states[action].to,
    message: messages[action],
    comment,
  })
}
