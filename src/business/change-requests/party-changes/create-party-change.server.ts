import { z } from 'zod'
import { invalid, precondition } from '#kernel/errors.ts'
import { requireCan } from '#kernel/refusal.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { eitherOf } from '../../shared/who-may.rules.ts'
import { openRequest } from '../request/open-request.server.ts'
import { mayAskFor, party_askers, partySides } from '../request/party-change.rules.ts'
import type { RequestParties } from '../request/write-request.server.ts'
import { loadAsked } from './load-asked.server.ts'
import { agencyOf } from './party-agencies.server.ts'
import { partyChangesInput, requestedPartyChanges } from './party-changes-input.server.ts'
import type { PartyStanding } from './party-facts.server.ts'
import { openPartyRequest } from './party-requests.server.ts'

/** Requests a change of a party in force. Nothing changes until another person has approved it (spec §3). */
export const createPartyChange = verb({
  action_id: 'request.change_request.create_for_party',
  since: '0.1.0',
  summary: 'Requests a change of a client, contractor or payment company in force',
  machine: 'allowed',
  impersonator: 'allowed',
  who: eitherOf(...Object.values(party_askers)),
  input: partyChangesInput,
  output: z.strictObject({ id: z.uuid(), human_id: z.string(), waits_for: z.string() }),
  run: async (context, input) => {
    const { viewer } = context
    const standing = await loadAsked(context, input, { lock: true })
    const agency_id = await agencyOf(context, standing, input.agency_id)
    const open = await openPartyRequest(context, standing, agency_id)
    requireCan(mayAskFor({ ...standing, open }, viewer))
    const { errors, ...asked } = await requestedPartyChanges(context, input, standing)
    if (Object.keys(errors).length > 0) throw invalid(errors)
    if (asked.changes.length === 0) throw precondition('Nothing differs from what stands')
    const parties = partiesOf(context, standing, agency_id)
    // The values are in the request, since fewer people read it.
    return openRequest(
      context,
      parties,
      { ...subjectOf(standing), type: 'Details', contract_id: null },
      {
        asked,
        sides: partySides(standing, viewer.category, agency_id !== null),
        comment: input.comment,
        facts: { entity_id: standing.id, changed: asked.changes.map(({ field }) => field) },
      },
    )
  },
})

const subjectOf = ({ id: entity_id, type, subject }: PartyStanding) =>
  subject === 'service'
    ? { entity: 'business.service', entity_id, service_id: entity_id }
    : { entity: `business.${type}`, entity_id, service_id: null }

function partiesOf(
  { viewer }: VerbContext,
  { id, subject, type, provider_id, other_id }: PartyStanding,
  agency_id: string | null,
): RequestParties {
  if (subject === 'service')
    return {
      provider_id,
      agency_id,
      client_id: type === 'client-agency' ? other_id : null,
      contractor_id: type === 'client-agency' ? null : other_id,
      funder_id: null,
    }
  return {
    provider_id,
    agency_id,
    client_id: subject === 'client' ? id : null,
    contractor_id:
      subject === 'contractor' ? id : viewer.category === 'contractor' ? viewer.business_id : null,
    funder_id: null,
  }
}
