import { z } from 'zod'
import { precondition } from '#kernel/errors.ts'
import { requireCan } from '#kernel/refusal.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { reasonInput } from '../../shared/chosen-input.server.ts'
import { openPartyRequest } from '../party-changes/party-requests.server.ts'
import { openRequest } from '../request/open-request.server.ts'
import { mayAskFor, party_askers } from '../request/party-change.rules.ts'
import { generalEffects, paymentSides, placementEffect } from './payment-change.rules.ts'
import { loadPaid, payment_change_shape, settlePaymentChange } from './payment-change-input.server.ts'

const summary = 'another way, or through another company, from a day on'

/** Asks to pay a contractor otherwise: contractor and provider agree, then each live placement goes on as a copy. */
export const changePayment = verb({
  action_id: 'business.contractor.change_payment',
  since: '0.1.0',
  summary: `Requests to pay a contractor ${summary}`,
  machine: 'allowed',
  impersonator: 'allowed',
  who: party_askers.contractor,
  /** The comment is shown to approvers. */
  input: z.strictObject({ ...payment_change_shape, comment: reasonInput }),
  output: z.strictObject({ id: z.uuid(), human_id: z.string(), waits_for: z.string() }),
  run: async (context, { comment, ...input }) => {
    const { viewer } = context
    const standing = await loadPaid(context, input.contractor_id, { lock: true })
    const agency_id = await onlyAgency(context, standing.id)
    const open = await openPartyRequest(context, standing, agency_id)
    requireCan(mayAskFor({ ...standing, open }, viewer))
    const { asked } = await settlePaymentChange(context, standing, input)
    if (asked.changes.length === 0) throw precondition('Nothing differs from what stands')
    const { id: entity_id, provider_id } = standing
    const parties = { provider_id, agency_id, client_id: null, contractor_id: entity_id, funder_id: null }
    // The values are in the request, since fewer people read it.
    return openRequest(
      context,
      parties,
      { type: 'Details', entity: 'business.contractor', entity_id, contract_id: null, service_id: null },
      {
        asked,
        sides: paymentSides(viewer.category, agency_id !== null),
        comment,
        facts: { entity_id, changed: asked.changes.map(({ field }) => field) },
      },
    )
  },
})

/** The effects of the same change, before it is asked for. */
export const previewPaymentChange = verb({
  action_id: 'business.contractor.preview_payment',
  since: '0.1.0',
  summary: `Shows the effects of paying a contractor ${summary}`,
  machine: 'allowed',
  impersonator: 'allowed',
  who: party_askers.contractor,
  is_reading: true,
  input: z.strictObject(payment_change_shape),
  output: z.strictObject({ effects: z.array(z.string()).readonly() }),
  run: async (context, input) => {
    const standing = await loadPaid(context, input.contractor_id)
    await onlyAgency(context, standing.id)
    const { asked, payee, placements } = await settlePaymentChange(context, standing, input)
    const from = asked.effective_from
    return {
      effects: [
        ...placements.map((one) => placementEffect(one, from, payee.name)),
        ...generalEffects(placements, from),
      ],
    }
  },
})

/**
 * The contractor's agency where there is only one. Null where there are several: the change concerns all of them, and
 * no agency answers for another. @throws not_allowed for an agency that is one of several
 */
async function onlyAgency({ tx, viewer }: VerbContext, contractor_id: string): Promise<string | null> {
  const agencies = await tx.rows<{ id: string }>(
    `select to_business_id as id from business.service where type = 'contractor-agency' and from_business_id = $1
       and status in ('active', 'suspended') and deleted_at is null`,
    [contractor_id],
  )
  if (agencies.length === 1) return agencies[0]?.id ?? null
  if (viewer.category === 'agency')
    throw precondition(
      'This contractor works for other agencies, too: the contractor or the provider asks for it',
    )
  return null
}
