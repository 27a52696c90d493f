import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { configuration } from '../platform/currency.entity.ts'
import { applyTerms } from './apply-payment-terms.server.ts'
import { lockAskedTerms } from './load-payment-terms.server.ts'
import { payment_terms_roles } from './payment-terms.rules.ts'

const input = z.strictObject({ id: z.uuid() })

/** The client agrees: from their day the terms apply to placements that follow the client's. */
export const approvePaymentTerms = verb({
  action_id: 'config.payment_terms.approve',
  since: '0.1.0',
  summary: 'Approves payment terms for the client',
  machine: 'allowed',
  impersonator: 'refused',
  who: payment_terms_roles.approve,
  input,
  output: z.strictObject({ id: z.uuid(), status: z.literal('completed') }),
  run: async (context, { id }) => {
    const terms = await lockAskedTerms(context, 'approve', id)
    await updateRow(context.tx, configuration, id, { status: 'completed', updated_at: context.clock.now() })
    context.audit({
      entity: 'config.payment_terms',
      entity_id: id,
      old_values: { status: 'inprogress' },
      new_values: { status: 'completed' },
    })
    if (terms.effective_from <= context.clock.today()) await applyTerms(context, terms)
    return { id, status: 'completed' }
  },
})
