import { z } from 'zod'
import { requireCan } from '#kernel/refusal.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { reasonInput } from '../../shared/chosen-input.server.ts'
import { openPartyRequest } from '../party-changes/party-requests.server.ts'
import type { AskedSide } from '../request/change.rules.ts'
import { openRequest } from '../request/open-request.server.ts'
import { mayAskFor, party_askers } from '../request/party-change.rules.ts'
import { type PayeeInput, payee_shape, payeeAgency, settlePayee } from './payee-input.server.ts'
import { paymentSides } from './payment-change.rules.ts'
import { loadPaid } from './payment-change-input.server.ts'

/** Asks for a further payee, decided as a change of payment is: placements in force keep theirs. */
export const addPayee = verb({
  action_id: 'business.contractor.add_payee',
  since: '0.1.0',
  summary: 'Requests another way to pay a contractor, for new placements with one agency',
  machine: 'allowed',
  impersonator: 'allowed',
  who: party_askers.contractor,
  /** The comment is shown to approvers. */
  input: z.strictObject({ ...payee_shape, comment: reasonInput }),
  output: z.strictObject({ id: z.uuid(), human_id: z.string(), waits_for: z.string() }),
  run: askPayee,
})

/** @throws invalid with all faults by field; not_allowed, conflict or precondition where the rule of requests refuses */
export async function askPayee(
  context: VerbContext,
  { comment, agency_id, ...input }: PayeeInput & { readonly comment: string },
): Promise<{ id: string; human_id: string; waits_for: AskedSide }> {
  const { viewer } = context
  const standing = await loadPaid(context, input.contractor_id, { lock: true })
  const agency = await payeeAgency(context, standing, agency_id)
  const open = await openPartyRequest(context, standing, agency.id)
  requireCan(mayAskFor({ ...standing, open }, viewer))
  const asked = await settlePayee(context, standing, agency, input)
  const { id: entity_id, provider_id } = standing
  const parties = {
    provider_id,
    agency_id: agency.id,
    client_id: null,
    contractor_id: entity_id,
    funder_id: null,
  }
  // The values are in the request, since fewer people read it.
  return openRequest(
    context,
    parties,
    { type: 'Details', entity: 'business.contractor', entity_id, contract_id: null, service_id: null },
    {
      asked,
      sides: paymentSides(viewer.category, true),
      comment,
      facts: { entity_id, changed: asked.changes.map(({ field }) => field) },
    },
  )
}
