/** Rows of a funder of the provider, for the verbs that take one on. */
import { z } from 'zod'
import type { VerbContext } from '#server/verb.ts'
import type { Submitted } from '../insert-party.server.ts'
import { type Earlier, type Made, writeService } from '../onboarding/write-party.server.ts'
import { companyInput, currencyInput } from '../party-input.server.ts'
import { insertCompanyParty } from './insert-company-party.server.ts'

export const funder_shape = { company: companyInput, currency: currencyInput }
const input = z.strictObject(funder_shape)

type NewFunder = {
  readonly funder: z.infer<typeof input>
  readonly submitted: Submitted
  readonly earlier?: Earlier | null
}

/** @throws invalid, with all faults */
export async function insertFunder(
  context: VerbContext,
  { funder: { company, currency }, submitted, earlier = null }: NewFunder,
): Promise<Made> {
  const provider_id = context.viewer.business_id
  const { id, human_id } = await insertCompanyParty(context, earlier, {
    type: 'funder',
    company,
    currency,
    provider_id,
    submitted,
  })
  await writeService(context, earlier, {
    type: 'funder-provider',
    from_business_id: id,
    to_business_id: provider_id,
    provider_id,
    is_draft: true,
  })
  return { id, human_id }
}
