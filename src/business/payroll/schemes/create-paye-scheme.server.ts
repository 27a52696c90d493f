import { z } from 'zod'
import { invalid, isStintError } from '#kernel/errors.ts'
import { errorText, validationText } from '#kernel/messages.ts'
import { newUuid } from '#kernel/uuid.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { type PartyRow, visibleBusiness } from '../../parties/visible-business.server.ts'
import { enteredBy } from '../../shared/entered-by.server.ts'
import { paye_scheme } from './paye-scheme.entity.ts'
import { employer_types, payroll_keepers } from './paye-scheme.rules.ts'
import { requireFreeReference, schemeInput, storedFacts } from './paye-scheme-input.server.ts'

const input = z.strictObject({
  /** The employer; an agency enters its own alone. */
  business_id: z.uuid().optional(),
  ...schemeInput,
})

export const createPayeScheme = verb({
  action_id: 'business.paye_scheme.create',
  since: '0.1.0',
  summary: "Enters an employer's PAYE scheme",
  machine: 'allowed',
  impersonator: 'refused',
  who: payroll_keepers,
  input,
  output: z.strictObject({ id: z.uuid(), employer_reference: z.string() }),
  run: async (context, { business_id, employer_reference, ...facts }) => {
    const { tx, viewer, clock } = context
    const employer = await employerOf(context, business_id)
    const provider_id = employer.type === 'provider' ? employer.id : viewer.provider_id
    await requireFreeReference(context, provider_id, employer_reference, null)
    const values = { business_id: employer.id, ...employer_reference, ...storedFacts(facts) }
    const id = newUuid(clock)
    await insertRow(tx, paye_scheme, {
      ...values,
      id,
      provider_id,
      agency_id: employer.type === 'agency' ? employer.id : null,
      pension_duties_from: null,
      re_enrolled_on: null,
      ended_on: null,
      ended_by_name: null,
      sender_enc: null,
      sender_set_at: null,
      sender_set_by_name: null,
      ...enteredBy(context),
    })
    context.audit({ entity: 'business.paye_scheme', entity_id: id, new_values: values })
    return { id, employer_reference: `${values.office_number}/${values.paye_reference}` }
  },
})

/** @throws invalid under `business_id` where it is missing, or no employer of the viewer's */
async function employerOf(context: VerbContext, business_id: string | undefined): Promise<PartyRow> {
  const { viewer } = context
  const is_agency = viewer.category === 'agency'
  const asked = business_id ?? (is_agency ? viewer.business_id : undefined)
  if (asked === undefined) throw invalid({ business_id: validationText.required })
  const unknown = invalid({ business_id: errorText.not_found('Employer') })
  if (is_agency && asked !== viewer.business_id) throw unknown
  return visibleBusiness(context, asked, ...employer_types).catch((error: unknown) => {
    throw isStintError(error) ? unknown : error
  })
}
