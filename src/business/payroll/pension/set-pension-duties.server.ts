import { z } from 'zod'
import type { ReadRow } from '#entity/new-row.ts'
import { invalid } from '#kernel/errors.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { dayInput } from '../../parties/party-input.server.ts'
import { paye_scheme } from '../schemes/paye-scheme.entity.ts'
import { payroll_keepers } from '../schemes/paye-scheme.rules.ts'
import { lockScheme } from '../schemes/paye-scheme-input.server.ts'
import { dutiesFaults } from './re-enrolment.rules.ts'

type Duties = ReadRow<typeof paye_scheme, 'pension_duties_from re_enrolled_on'>

/**
 * Keeps the first day of an employer's pension duties, and its last day of re-enrolment.
 * @throws invalid for a day outside of its window
 */
export const setPensionDuties = verb({
  action_id: 'business.paye_scheme.set_pension_duties',
  since: '0.1.0',
  summary: "Keeps the first day of an employer's pension duties, and its last day of re-enrolment",
  machine: 'allowed',
  impersonator: 'refused',
  who: payroll_keepers,
  input: z.strictObject({
    id: z.uuid(),
    /** The first day of the duties, or the staging date. */
    pension_duties_from: dayInput,
    re_enrolled_on: dayInput.optional(),
  }),
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { id, pension_duties_from, re_enrolled_on = null }) => {
    const { tx, clock } = context
    await lockScheme(context, id)
    const before = (await tx.row<Duties>(
      'select pension_duties_from, re_enrolled_on from business.paye_scheme where id = $1',
      [id],
    )) as Duties // It is locked.
    const errors = dutiesFaults({ pension_duties_from, re_enrolled_on }, before, clock.today())
    if (Object.keys(errors).length > 0) throw invalid(errors)
    const values = { pension_duties_from, re_enrolled_on }
    await updateRow(tx, paye_scheme, id, { ...values, updated_at: clock.now() })
    context.audit({ entity: 'business.paye_scheme', entity_id: id, old_values: before, new_values: values })
    return { id }
  },
})
