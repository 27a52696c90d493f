import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { payroll_keepers } from '../schemes/paye-scheme.rules.ts'
import { pension_scheme } from './pension.entity.ts'
import { lockPensionScheme, nameFaults, pensionFacts, requireNone } from './pension-scheme-input.server.ts'

/** Payments that were made keep their provider, reference and day. */
export const updatePensionScheme = verb({
  action_id: 'business.pension_scheme.update',
  since: '0.1.0',
  summary: 'Changes the name, provider, reference and payment day of a pension scheme',
  machine: 'allowed',
  impersonator: 'refused',
  who: payroll_keepers,
  input: z.strictObject({ id: z.uuid(), ...pensionFacts }),
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { id, ...facts }) => {
    const { paye_scheme_id, name, provider, employer_reference, payment_day } = await lockPensionScheme(
      context,
      id,
    )
    requireNone(await nameFaults(context, { paye_scheme_id, name: facts.name }, id))
    await updateRow(context.tx, pension_scheme, id, { ...facts, updated_at: context.clock.now() })
    context.audit({
      entity: 'business.pension_scheme',
      entity_id: id,
      old_values: { name, provider, employer_reference, payment_day },
      new_values: facts,
    })
    return { id }
  },
})
