import type { VerbContext } from '#server/verb.ts'
import { insertActivities } from '../shared/record-activities.server.ts'
import type { ExpenseStatus } from './expense.rules.ts'
import type { ExpenseRow } from './load-expenses.server.ts'

export type Step = {
  readonly row: Pick<
    ExpenseRow,
    'id' | 'provider_id' | 'agency_id' | 'client_id' | 'contractor_id' | 'funder_id'
  >
  /** Null: it is made by this step. */
  readonly old_status: ExpenseStatus | null
  readonly new_status: ExpenseStatus
  readonly message: string
  readonly comment?: string | null
  /** Values besides the status that this step changed, for the audit log. */
  readonly old_values?: Readonly<Record<string, unknown>>
  readonly new_values?: Readonly<Record<string, unknown>>
}

/** Each step of an expense's life twice: as an activity that its parties read, and in the audit log (I16). */
export async function recordSteps(
  context: VerbContext,
  action: string,
  steps: readonly Step[],
): Promise<void> {
  await insertActivities(context, 'expense', context.viewer, action, steps)
  for (const { row, old_status, new_status, old_values, new_values } of steps) {
    context.audit({
      entity: 'transaction.expense',
      entity_id: row.id,
      ...(old_status === null ? {} : { old_values: { status: old_status, ...old_values } }),
      new_values: { status: new_status, ...new_values },
    })
  }
}
