import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { umbrella_payslip } from './umbrella-payslip.entity.ts'
import { who } from './umbrella-payslip.rules.ts'

/** Takes out a payslip that was typed wrongly, so that the right one is recorded. */
export const removeUmbrellaPayslip = verb({
  action_id: 'transaction.umbrella_payslip.remove',
  since: '0.1.0',
  summary: 'Removes a payslip of an umbrella company that was recorded wrongly',
  machine: 'allowed',
  impersonator: 'refused',
  who: who.remove,
  input: z.strictObject({ id: z.uuid() }),
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { id }) => {
    const { tx, viewer, clock } = context
    await loadVisible(tx, viewer, 'transaction.umbrella_payslip', [id], { lock: true })
    const deleted_at = clock.now()
    await updateRow(tx, umbrella_payslip, id, { deleted_at })
    context.audit({ entity: 'transaction.umbrella_payslip', entity_id: id, new_values: { deleted_at } })
    return { id }
  },
})
