import type { VerbContext } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { versionFrom } from '../../shared/dated-versions.server.ts'
import { ni_category } from './employment.entity.ts'
import { type FactOf, factRow } from './fact-row.server.ts'
import type { LetterEntry } from './ni-letter.rules.ts'

/**
 * Keeps a checked letter of an employment from a pay day on. `is_correction`: pay days from then on were paid under another.
 * @returns the id of the row
 */
export async function insertNiCategory(
  context: VerbContext,
  of: FactOf,
  { letter, reason, evidence, effective_from, workplace_postcode }: LetterEntry,
  is_correction = false,
): Promise<string> {
  const { tx } = context
  const effective_to = await versionFrom(context, ni_category, { employment_id: of.id }, effective_from)
  const values = { employment_id: of.id, letter, reason, evidence, effective_from, is_correction }
  const row = factRow(context, of)
  await insertRow(tx, ni_category, {
    ...row,
    ...values,
    effective_to,
    deleted_at: null,
  })
  context.audit({
    entity: 'business.ni_category',
    entity_id: row.id,
    new_values: { ...values, workplace_postcode },
  })
  return row.id
}
