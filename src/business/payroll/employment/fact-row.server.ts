import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import type { EmploymentRow } from './employment-input.server.ts'

/** The employment of a fact, with its owners. */
export type FactOf = Pick<EmploymentRow, 'id' | 'provider_id' | 'agency_id'>

/** The columns that a new row about an employment begins with: its key, employment, owners, writer and moment. */
export function factRow(
  { viewer, clock }: VerbContext,
  { id: employment_id, provider_id, agency_id }: FactOf,
) {
  const now = clock.now()
  return {
    id: newUuid(clock),
    employment_id,
    provider_id,
    agency_id,
    created_by: viewer.user_id,
    created_by_name: viewer.user_name,
    created_at: now,
    updated_at: now,
  }
}
