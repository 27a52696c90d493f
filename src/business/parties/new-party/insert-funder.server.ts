/** Rows of a funder of the provider, for the verbs that take one on. */
import { z } from 'zod'
import type { VerbContext } from '#server/verb.ts'
import { currencyId, insertCompany, type Submitted } from '../insert-party.server.ts'
import {
  allOf,
  type Earlier,
  endFacts,
  type Made,
  writeBusiness,
  writeService,
} from '../onboarding/write-party.server.ts'
import { companyInput, currencyInput } from '../party-input.server.ts'

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
  await endFacts(context, earlier)
  const [company_id, base_currency_id] = await allOf(
    () => insertCompany(context, company),
    () => currencyId(context, currency),
  )
  const made = await writeBusiness(context, earlier, {
    type: 'funder',
    name: company.name,
    provider_id,
    company_id,
    base_currency_id,
    submitted,
  })
  await writeService(context, earlier, {
    type: 'funder-provider',
    from_business_id: made.id,
    to_business_id: provider_id,
    provider_id,
    is_draft: true,
  })
  return made
}
