import type { VerbContext } from '#server/verb.ts'
import type { ActivityStep } from '../shared/record-activities.server.ts'
import { insertActivities } from '../shared/record-activities.server.ts'

type ContractStep = ActivityStep & {
  /** Values besides the status changed by this step, for the audit log. */
  readonly new_values?: Readonly<Record<string, unknown>>
}

/** Each step of a contract's life twice: as an activity that agency and provider read, and in the audit log (I16). */
export async function recordContractSteps(
  context: VerbContext,
  action: string,
  steps: readonly ContractStep[],
): Promise<void> {
  await insertActivities(context, 'contract', context.viewer, action, steps)
  for (const { row, old_status, new_status, new_values } of steps) {
    context.audit({
      entity: 'contract.contract',
      entity_id: row.id,
      ...(old_status === null ? {} : { old_values: { status: old_status } }),
      new_values: { status: new_status, ...new_values },
    })
  }
}
