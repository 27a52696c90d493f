import { z } from 'zod'
import { requireCan } from '#kernel/refusal.ts'
import { verb } from '#server/verb.ts'
import { can, who } from '../onboarding.rules.ts'
import { lockDraft } from './load-party.server.ts'
import { endDraft, removeParty } from './write-party.server.ts'

/** Discards a draft, and the party that was sent back to it: its registration number is free again. */
export const deleteDraft = verb({
  action_id: 'business.party.delete_draft',
  since: '0.1.0',
  summary: 'Discards a draft of a party',
  machine: 'allowed',
  impersonator: 'allowed',
  who: who.delete_draft,
  input: z.strictObject({ draft_id: z.uuid() }),
  output: z.strictObject({ draft_id: z.uuid() }),
  run: async (context, { draft_id }) => {
    const { viewer, clock } = context
    const { draft, party, facts } = await lockDraft(context, draft_id)
    requireCan(can.delete_draft(facts, viewer))
    if (party) await removeParty(context, party)
    else await endDraft(context, draft.id)
    context.audit({
      entity: 'request.draft_request',
      entity_id: draft.id,
      old_values: { status: draft.status },
      new_values: { deleted_at: clock.now() },
    })
    return { draft_id }
  },
})
