import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import type { Day } from '#kernel/day.ts'
import { invalid, precondition } from '#kernel/errors.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { dayInput } from '../../parties/party-input.server.ts'
import { moneyReasonInput } from '../../shared/cash-input.server.ts'
import { payroll_keepers } from '../schemes/paye-scheme.rules.ts'
import { attachment_order } from './deduction.entity.ts'
import { endFault } from './deduction.rules.ts'

type Order = { readonly id: string; readonly received_on: Day; readonly ended_on: Day | null }

export const endAttachmentOrder = verb({
  action_id: 'business.attachment_order.end',
  since: '0.1.0',
  summary: 'Ends an order to deduct a debt, with the reason',
  machine: 'allowed',
  impersonator: 'refused',
  who: payroll_keepers,
  input: z.strictObject({ id: z.uuid(), ended_on: dayInput, reason: moneyReasonInput }),
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { id, ended_on, reason }) => {
    const { tx, viewer, clock } = context
    const [row] = await loadVisible<Order>(tx, viewer, 'business.attachment_order', [id], {
      lock: true,
      columns: 't.id, t.received_on, t.ended_on',
    })
    const order = row as Order // As many rows as ids.
    if (order.ended_on !== null) throw precondition('This order has ended')
    const fault = endFault(ended_on, order.received_on)
    if (fault !== null) throw invalid({ ended_on: fault })
    const values = { ended_on, end_reason: reason }
    await updateRow(tx, attachment_order, id, { ...values, updated_at: clock.now() })
    context.audit({
      entity: 'business.attachment_order',
      entity_id: id,
      old_values: { ended_on: null },
      new_values: values,
    })
    return { id }
  },
})
