import { z } from 'zod'
import type { ReadRow } from '#entity/new-row.ts'
import { present } from '#kernel/assert.ts'
import { invalid } from '#kernel/errors.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { employment } from '../employment/employment.entity.ts'
import {
  lockEmployment,
  optionalAmount,
  penceOf,
  requirePayroll,
} from '../employment/employment-input.server.ts'
import { penceText } from '../figures/run-figures.rules.ts'
import { payroll_keepers } from '../schemes/paye-scheme.rules.ts'
import { planFaults } from './overpayment-settlement.rules.ts'

const input = z.strictObject({
  id: z.uuid(),
  /** The most of a pay day. */
  recovery_amount: optionalAmount,
  /** Whole percent of net pay. */
  recovery_percent: z.int().optional(),
})

/** Sets how pay runs take an overpayment back. Without amount and share there is no plan. @throws invalid by field */
export const planRecovery = verb({
  action_id: 'business.employment.plan_recovery',
  since: '0.1.0',
  summary: 'Sets how much of an overpayment each pay day takes back',
  machine: 'allowed',
  impersonator: 'refused',
  who: payroll_keepers,
  input,
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { id, ...asked }) => {
    const row = await lockEmployment(context, id)
    requirePayroll(row)
    const amount = penceOf(asked.recovery_amount)
    const percent = asked.recovery_percent ?? null
    const errors = planFaults({ amount, percent })
    if (Object.keys(errors).length > 0) throw invalid(errors)
    const old_values = present(
      await context.tx.row<ReadRow<typeof employment, 'recovery_amount recovery_percent'>>(
        'select recovery_amount, recovery_percent from business.employment where id = $1',
        [id],
      ),
      'the employment',
    )
    const new_values = {
      recovery_amount: amount === null ? null : penceText(amount),
      recovery_percent: percent,
    }
    await updateRow(context.tx, employment, id, { ...new_values, updated_at: context.clock.now() })
    context.audit({ entity: 'business.employment', entity_id: id, old_values, new_values })
    return { id }
  },
})
