import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { valuesOf } from '../onboarding/party-values.server.ts'
import { insertDraft, submittedBy } from '../onboarding/submitted.server.ts'
import { kinds } from '../onboarding.rules.ts'
import { funder_shape, insertFunder } from './insert-funder.server.ts'

/** A funder of the provider. It waits for its approval by another person. */
export const createFunder = verb({
  action_id: 'business.funder.create',
  since: '0.1.0',
  summary: 'Submits a funder for approval',
  machine: 'refused',
  impersonator: 'allowed',
  who: kinds.funder.drafts,
  input: z.strictObject(funder_shape),
  output: z.strictObject({ id: z.uuid(), human_id: z.string() }),
  run: async (context, funder) => {
    const made = await insertFunder(context, { funder, submitted: submittedBy(context) })
    await insertDraft(context, {
      kind: 'funder',
      entity_id: made.id,
      status: 'submitted',
      values: valuesOf(funder),
      agency_id: null,
    })
    context.audit({
      entity: 'business.business',
      entity_id: made.id,
      new_values: { ...made, status: 'submitted', type: 'funder' },
    })
    return made
  },
})
