import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { insertRows } from '../insert-rows.server.ts'
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

const columns = {
  id: 'uuid',
  expense_id: 'uuid',
  provider_id: 'uuid',
  agency_id: 'uuid',
  client_id: 'uuid',
  contractor_id: 'uuid',
  funder_id: 'uuid',
  action: 'text',
  old_status: 'text',
  new_status: 'text',
  comment: 'text',
  message: 'text',
  user_id: 'text',
  user_name: 'text',
  impersonator_user_id: 'text',
  created_at: 'timestamptz',
} as const

/** Each step of an expense's life twice: as an activity that its parties read, and in the audit log (I16). */
export async function recordSteps(
  context: VerbContext,
  action: string,
  steps: readonly Step[],
): Promise<void> {
  const { tx, viewer, clock } = context
  await insertRows(
    tx,
    'transaction.expense_activity',
    columns,
    steps.map(({ row, old_status, new_status, message, comment }) => ({
      id: newUuid(clock),
      expense_id: row.id,
      provider_id: row.provider_id,
      agency_id: row.agency_id,
      client_id: row.client_id,
      contractor_id: row.contractor_id,
      funder_id: row.funder_id,
      action,
      old_status,
      new_status,
      comment: comment ?? null,
      message,
      user_id: viewer.user_id,
      user_name: viewer.user_name,
      impersonator_user_id: viewer.impersonator_user_id,
      created_at: clock.now(),
    })),
  )
  for (const { row, old_status, new_status, old_values, new_values } of steps) {
    context.audit({
      entity: 'transaction.expense',
      entity_id: row.id,
      ...(old_status === null ? {} : { old_values: { status: old_status, ...old_values } }),
      new_values: { status: new_status, ...new_values },
    })
  }
}
