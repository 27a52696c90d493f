import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { agency_side } from '../../shared/who-may.rules.ts'
import { valuesOf } from '../onboarding/party-values.server.ts'
import { insertDraft, submittedFor } from '../onboarding/submitted.server.ts'
import { beside_faults } from '../party-input.server.ts'
import { actingAgency } from '../visible-business.server.ts'
import { client_shape, insertClient, numberedByForm } from './insert-client.server.ts'

/**
 * A client of an agency, with the payment terms that placements take over unless they say otherwise. It waits for its
 * approval where the agency has its new parties approved.
 */
export const createClient = verb({
  action_id: 'business.client.create',
  since: '0.1.0',
  summary: 'Creates a client of an agency with its contacts',
  machine: 'allowed',
  impersonator: 'allowed',
  who: agency_side,
  input: z.strictObject(client_shape).superRefine(numberedByForm, beside_faults),
  output: z.strictObject({ id: z.uuid(), human_id: z.string(), service_id: z.uuid() }),
  run: async (context, { agency_id: asked, ...client }) => {
    const agency = await actingAgency(context, asked)
    const submitted = await submittedFor(context, agency.id)
    const { service_id, ...made } = await insertClient(context, { agency_id: agency.id, client, submitted })
    if (submitted)
      await insertDraft(context, {
        kind: 'client',
        entity_id: made.id,
        status: 'submitted',
        values: {
          ...valuesOf({ ...client, agency_id: agency.id }),
          // Forms of other parties have none.
          industries: client.company.industries.join(', '),
        },
        agency_id: agency.id,
      })
    context.audit({
      entity: 'business.business',
      entity_id: made.id,
      new_values: { ...made, status: submitted ? 'submitted' : 'onboarded', type: 'client' },
    })
    return { ...made, service_id }
  },
})
