import type { Clock } from '#kernel/clock.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import { insertRows } from '../insert-rows.server.ts'

export type ContractStep = {
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
  readonly new_values?: Readonly<Record<string, unknown>>
}

const columns = {
  id: 'uuid',
  contract_id: 'uuid',
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

interface Actor {
  readonly user_id: string
  readonly user_name: string
  readonly impersonator_user_id: string | null
}

/** The steps as activities, which agency and provider read. */
export async function insertContractActivities(
  { tx, clock }: { readonly tx: Tx; readonly clock: Clock },
  { user_id, user_name, impersonator_user_id }: Actor,
  action: string,
  steps: readonly ContractStep[],
): Promise<void> {
  await insertRows(
    tx,
    'contract.contract_activity',
    columns,
    steps.map(({ row, old_status, new_status, message, comment }) => ({
      id: newUuid(clock),
      contract_id: row.id,
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
