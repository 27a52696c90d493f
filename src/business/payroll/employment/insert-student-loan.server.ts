import type { NewRow } from '#entity/new-row.ts'
import type { VerbContext } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { student_loan } from './deduction.entity.ts'
import { type FactOf, factRow } from './fact-row.server.ts'

/** Keeps a checked loan of an employment. @returns the id of the row */
export async function insertStudentLoan(
  context: VerbContext,
  of: FactOf,
  loan: Pick<NewRow<typeof student_loan>, 'plan' | 'source' | 'effective_from'>,
): Promise<string> {
  const { tx } = context
  const row = factRow(context, of)
  const values = { employment_id: of.id, ...loan }
  await insertRow(tx, student_loan, {
    ...row,
    ...values,
    effective_to: null,
  })
  context.audit({ entity: 'business.student_loan', entity_id: row.id, new_values: values })
  return row.id
}
