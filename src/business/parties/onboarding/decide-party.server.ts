import { z } from 'zod'
import { notFound, precondition } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { requireCan } from '#kernel/refusal.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { documentReasonInput } from '../../shared/chosen-input.server.ts'
import { requireStanding } from '../company-status/company-standing.server.ts'
import { alikeTo } from '../look-alikes/find-look-alikes.server.ts'
import { can, type PartyStatus, who } from '../onboarding.rules.ts'
import { open_flags } from '../self-dealing/flag.rules.ts'
import { loadParty, lockDraft, type PartyRow } from './load-party.server.ts'
import { flagsStop, moveParty, settleParty } from './party-steps.server.ts'

const id = z.uuid()
const output = z.strictObject({ id, status: z.string() })
type Answer = z.infer<typeof output>

export const rejectParty = verb({
  action_id: 'business.party.reject',
  since: '0.1.0',
  summary: 'Sends a party back with a comment',
  machine: 'refused',
  impersonator: 'refused',
  who: who.reject,
  input: z
    .strictObject({
      id,
      comment: documentReasonInput.optional(),
      /** It is this party already: the comment follows from it. */
      same_as: id.optional(),
    })
    .refine(({ comment, same_as }) => comment !== undefined || same_as !== undefined, {
      path: ['comment'],
      error: validationText.specify_reason,
    }),
  output,
  run: async (context, { id, comment, same_as }): Promise<Answer> => {
    const party = await loadParty(context, id, 'visible')
    requireCan(can.reject(party, context.viewer))
    const same = same_as === undefined ? null : await sameWords(context, party, same_as)
    return move(context, party, 'rejected', [same, comment].filter(Boolean).join(' '))
  },
})

/** The reason in words. It names the alike party only to a drafter who may see it, so that no agency learns of another agency's clients. @throws not_found */
async function sameWords(context: VerbContext, party: PartyRow, same_as: string): Promise<string> {
  const alike = (await alikeTo(context, party)).find(({ id }) => id === same_as)
  if (!alike) throw notFound('Party')
  const { tx, viewer } = context
  const is_known =
    party.owner_id === viewer.business_id ||
    (await tx.row(
      `select 1 as one from business.service where from_business_id = $1 and to_business_id = $2 and deleted_at is null
       union all select 1 from business.service where to_business_id = $1 and agency_id = $2 and deleted_at is null`,
      [alike.id, party.owner_id],
    )) !== undefined
  return is_known
    ? `It is ${alike.name} (${alike.human_id}) already.`
    : 'It is in Stint already. Ask your provider to link it.'
}

/** Brings a party into force by hand before the night does: its last need ended on a day, or with an agency’s feature. */
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
    await requireStanding(context, party.company_id)
    if (await flagsStop(context.tx, id)) throw precondition(open_flags)
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
    // A draft without a party waits for a contractor of the provider, who asked themselves (decision 0217).
    if (!found.party) throw precondition('The contractor asked for this: approve or decline it')
    const { party } = found
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
