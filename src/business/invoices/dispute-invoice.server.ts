import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { present } from '#kernel/assert.ts'
import { notAllowed, precondition } from '#kernel/errors.ts'
import { errorText, validationText } from '#kernel/messages.ts'
import type { VerbContext } from '#server/verb.ts'
import { verb } from '#server/verb.ts'
import type { DisputeFacts } from './dispute.rules.ts'
import { can } from './dispute.rules.ts'
import type { InvoiceType } from './invoice-types.rules.ts'
import { isClientFacing } from './invoice-types.rules.ts'

const reason = z
  .string({ error: validationText.specify_reason })
  .trim()
  .min(1, { error: validationText.specify_reason })
  .max(2000, { error: validationText.max_length(2000) })
const disputeInput = z.object({ id: z.uuid(), reason })
const resolveInput = z.object({ id: z.uuid() })

type Row = DisputeFacts & { readonly id: string; readonly type: InvoiceType }
type Answer = { id: string; is_disputed: boolean }

async function lockInvoice({ tx, viewer }: VerbContext, id: string, ask: keyof typeof can): Promise<Row> {
  const rows = await loadVisible<Row>(tx, viewer, 'transaction.invoice', [id], {
    lock: true,
    columns: 't.id, t.human_id, t.type, t.status, t.is_disputed, t.is_credit_note',
  })
  const row = present(rows[0], 'the invoice')
  if (!isClientFacing(row.type)) throw precondition('Only an invoice to a client can be disputed')
  const allowed = can[ask](row, viewer)
  if (allowed === errorText.not_allowed) throw notAllowed(allowed)
  if (allowed !== true) throw precondition(allowed)
  return row
}

/** Marks a client's invoice as disputed. The debt stands; it is shown and chased as disputed (money.md §1.9). */
export const disputeInvoice = verb<z.infer<typeof disputeInput>, Answer>({
  action_id: 'transaction.invoice.dispute',
  input: disputeInput,
  run: async (context, input) => {
    const row = await lockInvoice(context, input.id, 'dispute')
    await context.tx.run(
      'update transaction.invoice set is_disputed = true, dispute_reason = $2, updated_at = $3 where id = $1',
      [row.id, input.reason, context.clock.now()],
    )
    context.audit({
      entity: 'transaction.invoice',
      entity_id: row.id,
      old_values: { is_disputed: false },
      new_values: { is_disputed: true, dispute_reason: input.reason },
    })
    return { id: row.id, is_disputed: true }
  },
})

/** The dispute is settled; its reason stays in the audit log. */
export const resolveDispute = verb<z.infer<typeof resolveInput>, Answer>({
  action_id: 'transaction.invoice.resolve_dispute',
  input: resolveInput,
  run: async (context, input) => {
    const row = await lockInvoice(context, input.id, 'resolve')
    await context.tx.run(
      'update transaction.invoice set is_disputed = false, dispute_reason = null, updated_at = $2 where id = $1',
      [row.id, context.clock.now()],
    )
    context.audit({
      entity: 'transaction.invoice',
      entity_id: row.id,
      old_values: { is_disputed: true },
      new_values: { is_disputed: false },
    })
    return { id: row.id, is_disputed: false }
  },
})
