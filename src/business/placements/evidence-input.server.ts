/** An approval of a placement that was given elsewhere: the statement of the agency, and the check by the provider. */
import { z } from 'zod'
import type { Role } from '#entity/access.ts'
import { formatDay } from '#kernel/day.ts'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import type { VerbContext } from '#server/verb.ts'
import { dayInput, mandatory, optionalText } from '../parties/party-input.server.ts'
import { phoneInput } from '../parties/phone-input.server.ts'
import { reasonInput } from '../shared/chosen-input.server.ts'
import { knownContactSql } from '../shared/known-contact.server.ts'
import { seenInput } from '../shared/seen.server.ts'
import { evidence_methods, evidenceWords } from './placement-evidence.rules.ts'

export const evidenceInput = z.strictObject({
  id: z.uuid(),
  /** The approval is of the side that waited then: the next one has not agreed by it. */
  updated_at: seenInput,
  method: z.enum(evidence_methods.map(({ value }) => value)),
  approved_by_name: mandatory,
  /** The person among the contacts of the asked side, where they are one. */
  approved_by_contact: z.uuid().optional(),
  approved_on: dayInput,
  /** Files of the placement that show the approval. */
  attachment_ids: z
    .array(z.uuid())
    .min(1, { error: validationText.required })
    .max(20, { error: validationText.max })
    .transform((ids) => [...new Set(ids)]),
  comment: reasonInput,
})
type Evidence = Omit<z.output<typeof evidenceInput>, 'comment' | 'updated_at'>

export const activationInput = z.strictObject({
  id: z.uuid(),
  updated_at: seenInput,
  /** Mandatory for an approval by evidence: the person of that side. */
  verified_with: optionalText,
  phone: phoneInput,
  /** Where the number came from: never from the agency. */
  source: optionalText,
})

/** The side that is asked, and its roles that approve. */
type AskedSide = { readonly business_id: string | null; readonly roles: readonly Role[] }

/**
 * The statement in words, with its person and files; the audit log keeps their ids.
 * @throws invalid for a day to come, a file of another record, a contact of another side
 */
export async function stateEvidence(
  context: VerbContext,
  parent_entity: 'contract.temp_placement' | 'contract.perm_placement',
  evidence: Evidence,
  side: AskedSide,
): Promise<string> {
  const { id, approved_on, attachment_ids, approved_by_contact } = evidence
  const today = context.clock.today()
  const files = await filesOf(context, parent_entity, evidence)
  const name = await contactName(context, evidence, side)
  const errors = {
    ...(approved_on > today ? { approved_on: validationText.max_date(formatDay(today)) } : {}),
    ...(files.length < attachment_ids.length ? { attachment_ids: 'File not found' } : {}),
    ...(name === null ? { approved_by_contact: 'Contact not found' } : {}),
  }
  if (name === null || Object.keys(errors).length > 0) throw invalid(errors)
  context.audit({
    entity: 'contract.contract',
    entity_id: id,
    new_values: { attachment_ids, ...(approved_by_contact === undefined ? {} : { approved_by_contact }) },
  })
  return evidenceWords({ ...evidence, approved_by_name: name, files })
}

async function filesOf(
  { tx }: VerbContext,
  parent_entity: string,
  { id, attachment_ids }: Evidence,
): Promise<string[]> {
  const rows = await tx.rows<{ file_name: string }>(
    `select file_name from platform.attachment
     where parent_entity = $1 and parent_id = $2 and id = any ($3::uuid[]) and deleted_at is null
     order by file_name, id for share`,
    [parent_entity, id, attachment_ids],
  )
  return rows.map(({ file_name }) => file_name)
}

/** The typed name without a contact; null for one that does not approve for the side. */
async function contactName(
  { tx }: VerbContext,
  { approved_by_contact, approved_by_name }: Evidence,
  { business_id, roles }: AskedSide,
): Promise<string | null> {
  if (approved_by_contact === undefined) return approved_by_name
  const contact = await tx.row<{ name: string }>(
    `select name from business.business_contact
     where id = $1 and business_id = $2 and ${knownContactSql()} and roles && $3::text[]`,
    [approved_by_contact, business_id, roles],
  )
  return contact?.name ?? null
}

/** @throws invalid under the fields of the check that are empty */
export function requireVerified(
  check: Pick<z.output<typeof activationInput>, 'verified_with' | 'source'>,
): void {
  const missing = (['verified_with', 'source'] as const).filter((field) => !check[field])
  if (missing.length > 0)
    throw invalid(Object.fromEntries(missing.map((field) => [field, validationText.required])))
}
