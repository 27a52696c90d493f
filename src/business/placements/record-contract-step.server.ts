import type { Clock } from '#kernel/clock.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import { insertRows } from '#server/write-row.server.ts'
import type { ActivityStep, Actor } from '../shared/record-activities.server.ts'
import { activityRow } from '../shared/record-activities.server.ts'
import type { ContractStatus } from './contract.entity.ts'
import { contract_activity } from './contract-activity.entity.ts'

type ContractStep = ActivityStep<ContractStatus> & {
  /** Values besides the status changed by this step, for the audit log. */
  readonly new_values?: Readonly<Record<string, unknown>>
}

/** The activities alone, for steps whose audit the caller writes. */
export async function insertContractActivities(
  { tx, clock }: { readonly tx: Tx; readonly clock: Clock },
  actor: Actor,
  action: string,
  steps: readonly ActivityStep<ContractStatus>[],
): Promise<void> {
  await insertRows(
    tx,
    contract_activity,
    steps.map((step) => ({ ...activityRow(clock, actor, action, step), contract_id: step.row.id })),
  )
}

/** Each step of a contract's life twice: as an activity that agency and provider read, and in the audit log (I16). */
export async function recordContractSteps(
  context: VerbContext,
  action: string,
  steps: readonly ContractStep[],
): Promise<void> {
  await insertContractActivities(context, context.viewer, action, steps)
  for (const { row, old_status, new_status, new_values } of steps) {
    context.audit({
      entity: 'contract.contract',
      entity_id: row.id,
      ...(old_status === null ? {} : { old_values: { status: old_status } }),
      new_values: { status: new_status, ...new_values },
    })
  }
}
