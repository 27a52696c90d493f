import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { agency_side } from '../../shared/who-may.rules.ts'
import { valuesOf } from '../onboarding/party-values.server.ts'
import { insertDraft, submittedFor } from '../onboarding/submitted.server.ts'
import { actingAgency } from '../visible-business.server.ts'
import { contractor_shape, insertContractor, paidOneWay } from './insert-contractor.server.ts'

/** A contractor of an agency, paid by payroll or through a company. It waits as a client does. */
export const createContractor = verb({
  action_id: 'business.contractor.create',
  since: '0.1.0',
  summary: 'Creates a contractor of an agency',
  machine: 'allowed',
  impersonator: 'allowed',
  who: agency_side,
  input: z.strictObject(contractor_shape).superRefine(paidOneWay),
  output: z.strictObject({ id: z.uuid(), human_id: z.string(), service_id: z.uuid() }),
  run: async (context, { agency_id: asked, ...contractor }) => {
    const agency = await actingAgency(context, asked)
    const submitted = await submittedFor(context, agency.id)
    const {
      service_id,
      own_company_id: _,
      ...made
    } = await insertContractor(context, {
      agency_id: agency.id,
      contractor,
      submitted,
    })
    if (submitted)
      await insertDraft(context, {
        kind: 'contractor',
        entity_id: made.id,
        status: 'submitted',
        values: valuesOf({ ...contractor, agency_id: agency.id }),
        agency_id: agency.id,
      })
    context.audit({
      entity: 'business.business',
      entity_id: made.id,
      new_values: { ...made, status: submitted ? 'submitted' : 'onboarded', type: 'contractor' },
    })
    return { ...made, service_id }
  },
})
