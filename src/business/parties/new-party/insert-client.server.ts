/** Rows of a client of an agency, for the verbs that take one on. */
import { z } from 'zod'
import { validationText } from '#kernel/messages.ts'
import type { VerbContext } from '#server/verb.ts'
import type { Submitted } from '../insert-party.server.ts'
import { legal_forms, numberFaults } from '../legal-form.rules.ts'
import { isKnownNumber } from '../look-alikes/known-number.server.ts'
import { type Earlier, type Made, writeService } from '../onboarding/write-party.server.ts'
import { companyInput, currencyInput, domainsInput, optionalText, termsInput } from '../party-input.server.ts'
import { insertCompanyParty } from './insert-company-party.server.ts'

export const client_shape = {
  /** For users of the provider; an agency's user acts for their own. */
  agency_id: z.uuid().optional(),
  company: companyInput,
  /** Absent: not known, as of imported clients. */
  legal_form: z.enum(legal_forms.map(({ value }) => value)).optional(),
  currency: currencyInput,
  temp_payment_terms: termsInput,
  perm_payment_terms: termsInput.optional(),
  reference: optionalText,
  /** Where its people have their addresses. The approval confirms them. */
  email_domains: domainsInput.optional(),
}
const input = z.strictObject(client_shape)

type Formed = Partial<Pick<z.infer<typeof input>, 'company' | 'legal_form'>>

/** A registered form has a number. */
export function numberedByForm({ legal_form, company }: Formed, found: z.RefinementCtx): void {
  for (const [field, message] of Object.entries(numberFaults(legal_form, company?.brn)))
    found.addIssue({ code: 'custom', path: ['company', field], message })
}

/** The legal form in a submission: the form of a new client asks for it; imports and the API do not. */
export function formedClient(client: Formed, found: z.RefinementCtx): void {
  if (client.legal_form === undefined)
    found.addIssue({ code: 'custom', path: ['legal_form'], message: validationText.required })
  numberedByForm(client, found)
}

type NewClient = {
  readonly agency_id: string
  readonly client: Omit<z.infer<typeof input>, 'agency_id'>
  readonly submitted: Submitted | null
  readonly earlier?: Earlier | null
}

/** Leaves out the number of a client that the agency does not see: the provider links that client. */
async function withOwnNumber(
  context: VerbContext,
  company: NewClient['client']['company'],
  { agency_id, submitted }: Pick<NewClient, 'agency_id' | 'submitted'>,
): Promise<NewClient['client']['company']> {
  const { brn } = company
  const is_known = submitted !== null && brn !== undefined && (await isKnownNumber(context, agency_id, brn))
  return is_known ? { ...company, brn: undefined } : company
}

/** @throws invalid, with all faults */
export async function insertClient(
  context: VerbContext,
  { agency_id, client, submitted, earlier = null }: NewClient,
): Promise<Made & { service_id: string }> {
  const { company, currency, email_domains, legal_form, ...terms } = client
  const { provider_id } = context.viewer
  const { currency_id, ...made } = await insertCompanyParty(context, earlier, {
    type: 'client',
    company: await withOwnNumber(context, company, { agency_id, submitted }),
    currency,
    email_domains,
    legal_form,
    provider_id,
    submitted,
  })
  const service_id = await writeService(context, earlier, {
    type: 'client-agency',
    from_business_id: made.id,
    to_business_id: agency_id,
    provider_id,
    agency_id,
    currency_id,
    is_draft: submitted !== null,
    ...terms,
  })
  return { ...made, service_id }
}
