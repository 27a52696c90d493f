import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { versionFrom } from '../../shared/dated-versions.server.ts'
import { ni_category } from './employment.entity.ts'
import type { LetterEntry } from './ni-letter.rules.ts'

type Of = { readonly id: string; readonly provider_id: string; readonly agency_id: string | null }

/** Keeps a checked letter of an employment from a pay day on. @returns the id of the row */
export async function insertNiCategory(
  context: VerbContext,
  { id: employment_id, provider_id, agency_id }: Of,
  { letter, reason, evidence, effective_from, workplace_postcode }: LetterEntry,
): Promise<string> {
  const { tx, viewer, clock } = context
  const effective_to = await versionFrom(context, ni_category, { employment_id }, effective_from)
  const values = { employment_id, letter, reason, evidence, effective_from }
  const [id, now] = [newUuid(clock), clock.now()]
  await insertRow(tx, ni_category, {
    ...values,
    id,
    effective_to,
    deleted_at: null,
    provider_id,
    agency_id,
    created_by: viewer.user_id,
    created_by_name: viewer.user_name,
    created_at: now,
    updated_at: now,
  })
  context.audit({
    entity: 'business.ni_category',
    entity_id: id,
    new_values: { ...values, workplace_postcode },
  })
  return id
}
