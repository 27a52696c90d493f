import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { paye_scheme } from './paye-scheme.entity.ts'
import { payroll_keepers } from './paye-scheme.rules.ts'
import { lockScheme, requireFreeReference, schemeInput, storedFacts } from './paye-scheme-input.server.ts'

export const updatePayeScheme = verb({
  action_id: 'business.paye_scheme.update',
  since: '0.1.0',
  summary: "Changes the references of an employer's PAYE scheme",
  machine: 'allowed',
  impersonator: 'refused',
  who: payroll_keepers,
  input: z.strictObject({ id: z.uuid(), ...schemeInput }),
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { id, employer_reference, ...facts }) => {
    const before = await lockScheme(context, id)
    await requireFreeReference(context, before.provider_id, employer_reference, id)
    const values = { ...employer_reference, ...storedFacts(facts) }
    await updateRow(context.tx, paye_scheme, id, { ...values, updated_at: context.clock.now() })
    const old_values = {
      office_number: before.office_number,
      paye_reference: before.paye_reference,
      accounts_office_reference: before.accounts_office_reference,
      corporation_tax_reference: before.corporation_tax_reference,
      payment_frequency: before.payment_frequency,
      levy_charge: before.levy_charge,
      associated_group: before.associated_group,
    }
    context.audit({ entity: 'business.paye_scheme', entity_id: id, old_values, new_values: values })
    return { id }
  },
})
