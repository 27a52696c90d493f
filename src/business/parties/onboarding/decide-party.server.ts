import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { requireCan } from '#kernel/refusal.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { documentReasonInput } from '../../shared/chosen-input.server.ts'
import { loadParty, lockDraft } from './load-party.server.ts'
import { can, type PartyStatus, who } from './onboarding.rules.ts'
import { moveParty, settleParty } from './party-steps.server.ts'

const id = z.uuid()
const output = z.strictObject({ id, status: z.string() })
type Answer = z.infer<typeof output>

/** The second person agrees; a party with nothing missing is in force at once. */
export const approveParty = verb({
  action_id: 'business.party.approve',
  since: '0.1.0',
  summary: 'Approves a submitted party',
  machine: 'refused',
  impersonator: 'refused',
  who: who.approve,
  input: z.strictObject({ id }),
  output,
  run: async (context, { id }): Promise<Answer> => {
    const party = await loadParty(context, id, 'visible')
    requireCan(can.approve(party, context.viewer))
    await moveParty(context, party, 'approved')
    return { id, status: await settleParty(context, id) }
  },
})

export const rejectParty = verb({
  action_id: 'business.party.reject',
  since: '0.1.0',
  summary: 'Sends a party back with a comment',
  machine: 'refused',
  impersonator: 'refused',
  who: who.reject,
  input: z.strictObject({ id, comment: documentReasonInput }),
  output,
  run: async (context, { id, comment }): Promise<Answer> => {
    const party = await loadParty(context, id, 'visible')
    requireCan(can.reject(party, context.viewer))
    return move(context, party, 'rejected', comment)
  },
})

/** By hand, instead of waiting for the night. */
export const onboardParty = verb({
  action_id: 'business.party.onboard',
  since: '0.1.0',
  summary: 'Brings an approved party into force once nothing is missing',
  machine: 'refused',
  impersonator: 'refused',
  who: who.onboard,
  input: z.strictObject({ id }),
  output,
  run: async (context, { id }): Promise<Answer> => {
    const party = await loadParty(context, id, 'visible')
    requireCan(can.onboard(party, context.viewer))
    return { id, status: await settleParty(context, id) }
  },
})

/** The drafter's side takes its submission back. */
export const withdrawParty = verb({
  action_id: 'business.party.withdraw',
  since: '0.1.0',
  summary: 'Takes a submitted party back, with a comment',
  machine: 'allowed',
  impersonator: 'allowed',
  who: who.withdraw,
  input: z.strictObject({ draft_id: z.uuid(), comment: documentReasonInput }),
  output,
  run: async (context, { draft_id, comment }): Promise<Answer> => {
    const found = await lockDraft(context, draft_id)
    requireCan(can.withdraw(found.facts, context.viewer))
    const party = present(found.party, 'the submitted party')
    return move(context, party, 'draft', comment)
  },
})

async function move(
  context: VerbContext,
  party: { readonly id: string; readonly status: PartyStatus },
  status: PartyStatus,
  comment: string,
): Promise<Answer> {
  await moveParty(context, party, status, { comment })
  return { id: party.id, status }
}
