/** Steps in the life of a record as activities, which its parties read: timesheets, expenses and contracts alike. */
import type { Clock } from '#kernel/clock.ts'
import { newUuid } from '#kernel/uuid.ts'

export type ActivityStep<Status extends string = string> = {
  readonly row: {
    readonly id: string
    readonly provider_id: string
    readonly agency_id: string
    readonly client_id: string | null
    readonly contractor_id: string | null
    readonly funder_id: string | null
  }
  /** Null: it is made by this step. */
  readonly old_status: Status | null
  readonly new_status: Status
  readonly message: string
  readonly comment?: string | null
}

/** The actor, and their impersonator. */
export type Actor = {
  readonly user_id: string
  readonly user_name: string
  readonly impersonator_user_id: string | null
}

export type Activity<S extends ActivityStep> = Pick<
  S['row'],
  'provider_id' | 'agency_id' | 'client_id' | 'contractor_id' | 'funder_id'
> &
  Pick<S, 'old_status' | 'new_status' | 'message'> &
  Actor & {
    readonly id: string
    readonly action: string
    readonly comment: string | null
    readonly created_at: string
  }

/** The activity of a step, but for the column that names its record. */
export function activityRow<S extends ActivityStep>(
  clock: Clock,
  { user_id, user_name, impersonator_user_id }: Actor,
  action: string,
  step: S,
): Activity<S> {
  const { provider_id, agency_id, client_id, contractor_id, funder_id } = step.row
  return {
    id: newUuid(clock),
    provider_id,
    agency_id,
    client_id,
    contractor_id,
    funder_id,
    action,
    old_status: step.old_status,
    new_status: step.new_status,
    comment: step.comment ?? null,
    message: step.message,
    user_id,
    user_name,
    impersonator_user_id,
    created_at: clock.now(),
  }
}
