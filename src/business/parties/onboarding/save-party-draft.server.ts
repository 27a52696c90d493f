import { z } from 'zod'
import { conflict, invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { requireCan } from '#kernel/refusal.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { agency_side } from '../../shared/who-may.rules.ts'
import { can, newFacts, party_kinds, stale_draft } from '../onboarding.rules.ts'
import { draftAgency } from './draft-agency.server.ts'
import { draft_request } from './draft-request.entity.ts'
import { type FoundDraft, lockDraft } from './load-party.server.ts'
import { titleOf, valuesInput } from './party-values.server.ts'
import { insertDraft } from './submitted.server.ts'

const input = z.strictObject({
  /** Absent: a new draft. */
  id: z.uuid().optional(),
  kind: z.enum(party_kinds),
  /** As it was read; 0 for a new draft. */
  version: z
    .number()
    .int({ error: validationText.integer })
    .min(0, { error: validationText.positive })
    .max(1_000_000, { error: validationText.max }),
  values: valuesInput,
})

/** Keeps typed values of any form: the submission judges them. */
export const saveDraft = verb({
  action_id: 'business.party.save_draft',
  since: '0.1.0',
  summary: 'Keeps what was typed of a new party',
  machine: 'allowed',
  impersonator: 'allowed',
  who: agency_side,
  input,
  output: z.strictObject({ id: z.uuid(), version: z.number() }),
  run: async (context, { id: known, kind, version, values }) => {
    if (known !== undefined)
      return change(context, await lockDraft(context, known), { kind, version, values })
    requireCan(can.save_draft(newFacts(kind, context.viewer, titleOf(values)), context.viewer))
    const agency_id = await draftAgency(context, values)
    const id = await insertDraft(context, { kind, entity_id: null, status: 'draft', values, agency_id })
    // Later keys of the same draft are not audited each.
    context.audit({
      entity: 'request.draft_request',
      entity_id: id,
      new_values: { entity: kind, status: 'draft' },
    })
    return { id, version: 1 }
  },
})

async function change(
  context: VerbContext,
  { draft, facts }: FoundDraft,
  { kind, version, values }: Pick<z.infer<typeof input>, 'kind' | 'version' | 'values'>,
): Promise<{ id: string; version: number }> {
  const { tx, clock, viewer } = context
  if (draft.entity !== kind) throw invalid({ kind: validationText.matches })
  requireCan(can.save_draft(facts, viewer))
  if (draft.version !== version) throw conflict(stale_draft)
  await updateRow(tx, draft_request, draft.id, {
    requested_data: values,
    title: titleOf(values),
    version: version + 1,
    agency_id: await draftAgency(context, values),
    updated_at: clock.now(),
  })
  return { id: draft.id, version: version + 1 }
}
