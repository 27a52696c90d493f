import type { VerbContext } from '#server/verb.ts'
import { insertActivities } from '../shared/record-activities.server.ts'
import type { TimesheetRow } from './load-timesheets.server.ts'
import type { TimesheetStatus } from './timesheet.rules.ts'

export type Step = {
  readonly row: Pick<
    TimesheetRow,
    'id' | 'status' | 'provider_id' | 'agency_id' | 'client_id' | 'contractor_id' | 'funder_id'
  >
  readonly new_status: TimesheetStatus
  readonly message: string
  readonly comment?: string | null
  /** Values besides the status that this step changed, for the audit log. */
  readonly old_values?: Readonly<Record<string, unknown>>
  readonly new_values?: Readonly<Record<string, unknown>>
}

/** Each step of a timesheet's life twice: as an activity that its parties read, and in the audit log (I16). */
export async function recordSteps(
  context: VerbContext,
  action: string,
  steps: readonly Step[],
): Promise<void> {
  const activities = steps.map((step) => ({ ...step, old_status: step.row.status }))
  await insertActivities(context, 'timesheet', context.viewer, action, activities)
  for (const { row, new_status, old_values, new_values } of steps) {
    context.audit({
      entity: 'transaction.timesheet',
      entity_id: row.id,
      old_values: { status: row.status, ...old_values },
      new_values: { status: new_status, ...new_values },
    })
  }
}
