import { z } from 'zod'
import { type VerbContext, verb } from '#server/verb.ts'
import { provider_staff } from '../shared/who-may.rules.ts'
import { insertService, type NewService } from './insert-party.server.ts'
import { optionalText, termsInput } from './party-input.server.ts'
import { type PartyRow, requireInForce, visibleBusiness } from './visible-business.server.ts'

const input = z.strictObject({
  client_id: z.uuid(),
  agency_id: z.uuid(),
  temp_payment_terms: termsInput,
  perm_payment_terms: termsInput.optional(),
  reference: optionalText,
})

/**
 * Makes an existing client another agency's client too, on terms of its own. For the provider only: an agency must
 * not learn of a company's other agencies.
 */
export const linkClient = verb({
  action_id: 'business.service.link_client',
  since: '0.1.0',
  summary: "Makes an existing client another agency's client too",
  machine: 'allowed',
  impersonator: 'allowed',
  who: { provider: provider_staff },
  input,
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { client_id, agency_id, ...terms }) => {
    const client = await visibleBusiness(context, client_id, 'client')
    const agency = await visibleBusiness(context, agency_id, 'agency')
    requireInForce('agency_id', 'Agency', agency)
    return { id: await linkToAgency(context, client, { agency_id, ...terms }) }
  },
})

type Terms = Pick<NewService, 'currency_id' | 'temp_payment_terms' | 'perm_payment_terms' | 'reference'> & {
  readonly agency_id: string
}

/** Links a client with an agency in force. The agency's people get a notice. @returns the id of the link */
export async function linkToAgency(
  context: VerbContext,
  client: Pick<PartyRow, 'id' | 'base_currency_id'>,
  { agency_id, ...terms }: Terms,
): Promise<string> {
  const id = await insertService(context, {
    type: 'client-agency',
    from_business_id: client.id,
    to_business_id: agency_id,
    provider_id: context.viewer.business_id,
    agency_id,
    currency_id: client.base_currency_id,
    ...terms,
  })
  context.audit({
    entity: 'business.service',
    entity_id: id,
    new_values: { type: 'client-agency', client_id: client.id, agency_id, ...terms },
  })
  return id
}
