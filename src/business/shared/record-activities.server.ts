/** Steps in the life of a record as activities, which its parties read: timesheets, expenses and contracts alike. */
import type { Clock } from '#kernel/clock.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { Tx } from '#server/verb.ts'
import { insertRows } from './insert-rows.server.ts'

export type ActivityStep = {
  readonly row: {
    readonly id: string
    readonly provider_id: string
    readonly agency_id: string
    readonly client_id: string | null
    readonly contractor_id: string | null
    readonly funder_id: string | null
  }
  /** Null: it is made by this step. */
  readonly old_status: string | null
  readonly new_status: string
  readonly message: string
  readonly comment?: string | null
}

/** The actor, and their impersonator. */
type Actor = {
  readonly user_id: string
  readonly user_name: string
  readonly impersonator_user_id: string | null
}

/** The table of each noun's activities, and the column that names the noun. */
const tables = {
  timesheet: 'transaction.timesheet_activity',
  expense: 'transaction.expense_activity',
  contract: 'contract.contract_activity',
} as const

const columns = {
  id: 'uuid',
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

/** One activity a step, all in one statement. */
export async function insertActivities(
  { tx, clock }: { readonly tx: Tx; readonly clock: Clock },
  of: keyof typeof tables,
  { user_id, user_name, impersonator_user_id }: Actor,
  action: string,
  steps: readonly ActivityStep[],
): Promise<void> {
  await insertRows(
    tx,
    tables[of],
    { ...columns, [`${of}_id`]: 'uuid' },
    steps.map(({ row, old_status, new_status, message, comment }) => ({
      id: newUuid(clock),
      [`${of}_id`]: row.id,
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
      user_id,
      user_name,
      impersonator_user_id,
      created_at: clock.now(),
    })),
  )
}
