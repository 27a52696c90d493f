import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { valuesOf } from '../onboarding/party-values.server.ts'
import { insertDraft, submittedBy } from '../onboarding/submitted.server.ts'
import { kinds } from '../onboarding.rules.ts'
import { agency_shape, insertAgency, requireDefault } from './insert-agency.server.ts'

/** An agency of the provider (spec §6: the provider sees it by its service). It waits for its approval by another person. */
export const createAgency = verb({
  action_id: 'business.agency.create',
  since: '0.1.0',
  summary: 'Submits an agency for approval',
  machine: 'refused',
  impersonator: 'allowed',
  who: kinds.agency.drafts,
  input: z.strictObject(agency_shape).superRefine(requireDefault),
  output: z.strictObject({ id: z.uuid(), human_id: z.string() }),
  run: async (context, agency) => {
    const { id, human_id } = await insertAgency(context, { agency, submitted: submittedBy(context) })
    await insertDraft(context, {
      kind: 'agency',
      entity_id: id,
      status: 'submitted',
      values: valuesOf(agency),
      agency_id: null,
    })
    context.audit({
      entity: 'business.business',
      entity_id: id,
      new_values: { id, human_id, status: 'submitted', type: 'agency' },
    })
    return { id, human_id }
  },
})
