import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { configuration } from '../platform/currency.entity.ts'
import { lockAskedTerms } from './load-payment-terms.server.ts'
import { payment_terms_roles } from './payment-terms.rules.ts'

const input = z.strictObject({ id: z.uuid() })

/** Takes back terms that the client has not agreed to. */
export const withdrawPaymentTerms = verb({
  action_id: 'config.payment_terms.withdraw',
  since: '0.1.0',
  summary: 'Withdraws payment terms that the client has not approved',
  machine: 'allowed',
  impersonator: 'allowed',
  who: payment_terms_roles.withdraw,
  input,
  output: z.strictObject({ id: z.uuid(), status: z.literal('withdrawn') }),
  run: async (context, { id }) => {
    await lockAskedTerms(context, 'withdraw', id)
    await updateRow(context.tx, configuration, id, {
      deleted_at: context.clock.now(),
      updated_at: context.clock.now(),
    })
    context.audit({
      entity: 'config.payment_terms',
      entity_id: id,
      old_values: { status: 'inprogress' },
      new_values: { status: 'withdrawn' },
    })
    return { id, status: 'withdrawn' }
  },
})
