/** An approval of a placement that was given elsewhere: the statement of the agency, and the check by the provider. */
import { z } from 'zod'
import { formatDay } from '#kernel/day.ts'
import { invalid, precondition } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import type { VerbContext } from '#server/verb.ts'
import { dayInput, mandatory, optionalText } from '../parties/party-input.server.ts'
import { phoneInput } from '../parties/phone-input.server.ts'
import { reasonInput } from '../shared/chosen-input.server.ts'
import { seenInput } from '../shared/seen.server.ts'
import { evidence_methods } from './placement-evidence.rules.ts'

export const evidenceInput = z.strictObject({
  id: z.uuid(),
  method: z.enum(evidence_methods.map(({ value }) => value)),
  approved_by_name: mandatory,
  approved_on: dayInput,
  comment: reasonInput,
})

export const activationInput = z.strictObject({
  id: z.uuid(),
  updated_at: seenInput,
  /** Mandatory for an approval by evidence: the person of that side. */
  verified_with: optionalText,
  phone: phoneInput,
  /** Where the number came from: never from the agency. */
  source: optionalText,
})

/** @throws invalid for a day to come, precondition without a file on the placement */
export async function requireEvidence(
  { tx, clock }: VerbContext,
  parent_entity: 'contract.temp_placement' | 'contract.perm_placement',
  { id, approved_on }: { readonly id: string; readonly approved_on: string },
): Promise<void> {
  const today = clock.today()
  if (approved_on > today) throw invalid({ approved_on: validationText.max_date(formatDay(today)) })
  const file = await tx.row(
    'select 1 from platform.attachment where parent_entity = $1 and parent_id = $2 and deleted_at is null limit 1',
    [parent_entity, id],
  )
  if (file === undefined) throw precondition('Attach the approval first')
}

/** @throws invalid under the fields of the check that are empty */
export function requireVerified(
  check: Pick<z.output<typeof activationInput>, 'verified_with' | 'source'>,
): void {
  const missing = (['verified_with', 'source'] as const).filter((field) => !check[field])
  if (missing.length > 0)
    throw invalid(Object.fromEntries(missing.map((field) => [field, validationText.required])))
}
