import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { enteredBy } from '../../shared/entered-by.server.ts'
import type { EmploymentRow } from './employment-input.server.ts'

/** The employment of a fact, with its owners. */
export type FactOf = Pick<EmploymentRow, 'id' | 'provider_id' | 'agency_id'>

/** The columns that a new row about an employment begins with: its key, employment, owners, writer and moment. */
export function factRow(context: VerbContext, { id: employment_id, provider_id, agency_id }: FactOf) {
  return {
    id: newUuid(context.clock),
    employment_id,
    provider_id,
    agency_id,
    ...enteredBy(context),
  }
}
