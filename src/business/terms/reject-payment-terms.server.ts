import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { documentReasonInput } from '../shared/chosen-input.server.ts'
import { lockAskedTerms } from './load-payment-terms.server.ts'
import { payment_terms } from './payment-terms.entity.ts'
import { payment_terms_roles } from './payment-terms.rules.ts'

const input = z.strictObject({ id: z.uuid(), comment: documentReasonInput })

/** The client does not agree: the terms before stay in force, and the agency may ask again. */
export const rejectPaymentTerms = verb({
  action_id: 'config.payment_terms.reject',
  since: '0.1.0',
  summary: 'Rejects payment terms for the client, with a reason',
  machine: 'allowed',
  impersonator: 'refused',
  who: payment_terms_roles.reject,
  input,
  output: z.strictObject({ id: z.uuid(), status: z.literal('rejected') }),
  run: async (context, { id, comment }) => {
    const terms = await lockAskedTerms(context, 'reject', id)
    await updateRow(context.tx, payment_terms, id, {
      status: 'rejected',
      status_comment: comment,
      // In force on no day; the service's trigger closes open terms alone.
      effective_to: terms.effective_from,
      updated_at: context.clock.now(),
    })
    context.audit({
      entity: 'config.payment_terms',
      entity_id: id,
      old_values: { status: 'inprogress' },
      new_values: { status: 'rejected', comment },
    })
    return { id, status: 'rejected' }
  },
})
