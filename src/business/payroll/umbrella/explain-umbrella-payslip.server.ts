import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { requireCan } from '#kernel/refusal.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { reasonInput } from '../../shared/chosen-input.server.ts'
import { umbrella_payslip } from './umbrella-payslip.entity.ts'
import { can, who } from './umbrella-payslip.rules.ts'

type Row = ReadRow<typeof umbrella_payslip, 'status'>

/** Answers the warning, such as a tax code or an unpaid day that the illustration does not know. */
export const explainUmbrellaPayslip = verb({
  action_id: 'transaction.umbrella_payslip.explain',
  since: '0.1.0',
  summary: 'Explains why a payslip of an umbrella company is below the illustration',
  machine: 'refused',
  impersonator: 'refused',
  who: who.explain,
  input: z.strictObject({ id: z.uuid(), explanation: reasonInput }),
  output: z.strictObject({ id: z.uuid(), status: z.literal('explained') }),
  run: async (context, { id, explanation }) => {
    const { tx, viewer, clock } = context
    const [row] = await loadVisible<Row>(tx, viewer, 'transaction.umbrella_payslip', [id], { lock: true })
    const { status: old_status } = row as Row // As many rows as ids.
    requireCan(can.explain({ status: old_status }, viewer))
    const values = { status: 'explained', explanation } as const
    await updateRow(tx, umbrella_payslip, id, {
      ...values,
      explained_by: viewer.user_id,
      updated_at: clock.now(),
    })
    context.audit({
      entity: 'transaction.umbrella_payslip',
      entity_id: id,
      old_values: { status: old_status },
      new_values: values,
    })
    return { id, status: 'explained' as const }
  },
})
