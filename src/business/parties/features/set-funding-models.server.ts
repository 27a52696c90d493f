import { z } from 'zod'
import { notFound } from '#kernel/errors.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { business } from '../business.entity.ts'
import { visibleBusiness } from '../visible-business.server.ts'
import { type AgencyModels, may_fix_models } from './funding-model.rules.ts'
import { default_not_allowed, modelInput, modelsInput } from './funding-model-input.server.ts'

const input = z
  .strictObject({ agency_id: z.uuid(), funding_models: modelsInput, funding_model: modelInput })
  .refine(({ funding_model, funding_models }) => funding_models.includes(funding_model), {
    path: ['funding_model'],
    error: default_not_allowed,
  })

const output = z.strictObject({
  agency_id: z.uuid(),
  funding_models: z.array(z.enum(['direct', 'agency_billed', 'indirect'])),
  funding_model: z.enum(['direct', 'agency_billed', 'indirect']),
})

/** Fixes the funding models that an agency may use, and the default of its placements. Placements in force stay. */
export const setFundingModels = verb({
  action_id: 'business.agency.set_funding_models',
  since: '0.1.0',
  summary: 'Sets the funding models that an agency may use',
  machine: 'allowed',
  impersonator: 'refused',
  who: may_fix_models,
  input,
  output,
  run: async (context, asked) => {
    const { id } = await visibleBusiness(context, asked.agency_id, 'agency')
    const before = await lockModels(context, id)
    const { funding_model, funding_models } = asked
    const models = { funding_model, funding_models }
    await updateRow(context.tx, business, id, { ...models, updated_at: context.clock.now() })
    context.audit({
      entity: 'business.business',
      entity_id: id,
      old_values: before,
      new_values: models,
    })
    return asked
  },
})

async function lockModels({ tx }: VerbContext, id: string): Promise<AgencyModels> {
  const row = await tx.row<AgencyModels>(
    'select funding_model, funding_models from business.business where id = $1 for update',
    [id],
  )
  if (!row) throw notFound('Agency')
  return row
}
