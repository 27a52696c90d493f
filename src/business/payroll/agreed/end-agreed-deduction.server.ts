import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import type { Day } from '#kernel/day.ts'
import { invalid, precondition } from '#kernel/errors.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { dayInput } from '../../parties/party-input.server.ts'
import { moneyReasonInput } from '../../shared/cash-input.server.ts'
import { agreed_deduction } from '../employment/deduction.entity.ts'
import { endFault } from '../employment/deduction.rules.ts'
import { payroll_keepers } from '../schemes/paye-scheme.rules.ts'

type Agreed = { readonly id: string; readonly effective_from: Day; readonly ended_on: Day | null }

export const endAgreedDeduction = verb({
  action_id: 'business.agreed_deduction.end',
  since: '0.1.0',
  summary: 'Ends a deduction from pay that the worker agreed to, with the reason',
  machine: 'allowed',
  impersonator: 'refused',
  who: payroll_keepers,
  input: z.strictObject({ id: z.uuid(), ended_on: dayInput, reason: moneyReasonInput }),
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { id, ended_on, reason }) => {
    const { tx, viewer, clock } = context
    const [row] = await loadVisible<Agreed>(tx, viewer, 'business.agreed_deduction', [id], {
      lock: true,
      columns: 't.id, t.effective_from, t.ended_on',
    })
    const deduction = row as Agreed // As many rows as ids.
    if (deduction.ended_on !== null) throw precondition('This deduction has ended')
    const fault = endFault(ended_on, deduction.effective_from)
    if (fault !== null) throw invalid({ ended_on: fault })
    const values = { ended_on, end_reason: reason }
    await updateRow(tx, agreed_deduction, id, { ...values, updated_at: clock.now() })
    context.audit({
      entity: 'business.agreed_deduction',
      entity_id: id,
      old_values: { ended_on: null },
      new_values: values,
    })
    return { id }
  },
})
