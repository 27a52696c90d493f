/** A step of a temp or permanent placement that changes its status alone: the row, its activity and audit. */
import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import type { VerbContext } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import type { ActivityStep } from '../shared/record-activities.server.ts'
import { type ContractStatus, contract, contract_statuses } from './contract.entity.ts'
import { recordContractSteps } from './record-contract-step.server.ts'

export const stepAnswer = z.strictObject({
  id: z.uuid(),
  status: z.enum([
    'draft',
    'rejected',
    'cancelled',
    'expired',
    'pending_approval_client',
    'pending_raise_approval',
    'awaiting_raise_approval',
    'active',
    'pending_approval_agency',
    'pending_approval_contractor',
    'rejected_contractor',
    'deleted',
  ]),
})
export type StepAnswer = z.infer<typeof stepAnswer>

type StepRow = ActivityStep<ContractStatus>['row'] & { readonly status: ContractStatus }

/** The row is locked, and the rule has allowed the action. */
export async function stepContract(
  context: VerbContext,
  action: string,
  row: StepRow,
  step: { readonly to: string | null; readonly message: string; readonly comment: string | null },
): Promise<StepAnswer> {
  const { id } = row
  const status = present(
    contract_statuses.find((one) => one === step.to),
    'the status of the step',
  )
  await updateRow(context.tx, contract, id, {
    status,
    ...(action === 'submit'
      ? { submitted_by: context.viewer.user_id, submitted_as: context.viewer.impersonator_user_id }
      : {}),
    updated_at: context.clock.now(),
  })
  await recordContractSteps(context, action, [
    { row, old_status: row.status, new_status: status, message: step.message, comment: step.comment },
  ])
  return { id, status }
}
