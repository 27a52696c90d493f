import { z } from 'zod'
import { type VerbContext, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { configuration } from '../platform/currency.entity.ts'
import { applyTerms } from './apply-payment-terms.server.ts'
import { lockAskedTerms, lockTermsOfDocument, type TermsRow } from './load-payment-terms.server.ts'
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
    await complete(context, await lockAskedTerms(context, 'approve', id))
    return { id, status: 'completed' }
  },
})

async function complete(context: VerbContext, terms: TermsRow): Promise<void> {
  const { id } = terms
  await updateRow(context.tx, configuration, id, { status: 'completed', updated_at: context.clock.now() })
  context.audit({
    entity: 'config.payment_terms',
    entity_id: id,
    old_values: { status: 'inprogress' },
    new_values: { status: 'completed' },
  })
  if (terms.effective_from <= context.clock.today()) await applyTerms(context, terms)
}

/** The client has signed the document of the terms. Terms that were withdrawn meanwhile stay so. */
export async function agreeTerms(context: VerbContext, document_id: string): Promise<void> {
  const terms = await lockTermsOfDocument(context, document_id)
  if (terms !== null) await complete(context, terms)
}
