import type { NewRow } from '#entity/new-row.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { student_loan } from './deduction.entity.ts'

type Of = { readonly id: string; readonly provider_id: string; readonly agency_id: string | null }

/** Keeps a checked loan of an employment. @returns the id of the row */
export async function insertStudentLoan(
  context: VerbContext,
  { id: employment_id, provider_id, agency_id }: Of,
  loan: Pick<NewRow<typeof student_loan>, 'plan' | 'source' | 'effective_from'>,
): Promise<string> {
  const { tx, viewer, clock } = context
  const [id, now] = [newUuid(clock), clock.now()]
  const values = { employment_id, ...loan }
  await insertRow(tx, student_loan, {
    ...values,
    id,
    effective_to: null,
    provider_id,
    agency_id,
    created_by: viewer.user_id,
    created_by_name: viewer.user_name,
    created_at: now,
    updated_at: now,
  })
  context.audit({ entity: 'business.student_loan', entity_id: id, new_values: values })
  return id
}
