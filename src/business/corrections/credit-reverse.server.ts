import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { present } from '#kernel/assert.ts'
import { notAllowed, notFound, precondition } from '#kernel/errors.ts'
import { formatMoney } from '#kernel/money.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { followRelease } from '../funding/follow-release.server.ts'
import { keepReassigned } from '../funding/reassign-invoice.server.ts'
import { invoice } from '../invoices/invoice.entity.ts'
import { withdrawFromBatches } from '../payments/withdraw-from-batches.server.ts'
import { moneyText } from '../shared/answers.rules.ts'
import { documentReasonInput } from '../shared/chosen-input.server.ts'
import { reversalOf } from './correction.rules.ts'
import { issueCorrections } from './credit-issue.server.ts'
import { lockBase } from './credit-load.server.ts'
import { creditors } from './credit-note.rules.ts'
import { settleCorrections } from './credit-settle.server.ts'

const input = z.strictObject({
  id: z.uuid(),
  reason: documentReasonInput,
})
type Row = ReadRow<
  typeof invoice,
  'id human_id is_credit_note refinement_id from_business_id invoice_set_id'
> & {
  readonly reversed_by: string | null
}
const answer = z.strictObject({ id: z.uuid(), human_id: z.string(), total_amount: moneyText })

/**
 * Reverses a mistaken credit note and the other credits of its set: debits of the same lines. The credit note stays,
 * and new documents owe its amount again (money.md §1.8).
 */
export const reverseCredit = verb({
  action_id: 'transaction.invoice.reverse_credit',
  since: '0.1.0',
  summary: 'Reverses a mistaken credit note',
  machine: 'allowed',
  impersonator: 'allowed',
  who: creditors,
  input,
  output: answer,
  run: async (context, { id, reason }) => {
    const { tx, viewer } = context
    const [row] = await loadVisible<Row>(tx, viewer, 'transaction.invoice', [id], {
      columns: `t.id, t.human_id, t.is_credit_note, t.refinement_id, t.from_business_id, t.invoice_set_id,
        (select r.human_id from transaction.invoice r where r.reverses_invoice_id = t.id) as reversed_by`,
    })
    if (!row) throw notFound('Invoice')
    if (viewer.category === 'agency' && viewer.business_id !== row.from_business_id)
      throw notAllowed('A document is credited by the business that issues it')
    if (!row.is_credit_note) throw precondition(`${row.human_id} is not a credit note`)
    if (row.refinement_id !== null)
      throw precondition(`${row.human_id} belongs to a refinement: refine the timesheet again`)
    const from = await lockBase(tx, row.invoice_set_id)
    // The rest of the set was credited with it, so nothing of it may be owed again (money.md §1.4, identity 5).
    if (from.base.status === 'credited')
      throw precondition(`The work behind ${row.human_id} was refined since: refine the timesheet again`)
    // Read again under the lock: two people who reverse at once meet here.
    const made = await tx.row<{ human_id: string }>(
      'select human_id from transaction.invoice where reverses_invoice_id = $1',
      [id],
    )
    if (made) throw precondition(`${row.human_id} is reversed already by ${made.human_id}`)
    const of_set = await tx.rows<{ id: string }>(
      'select id from transaction.invoice where invoice_set_id = $1 order by id',
      [row.invoice_set_id],
    )
    const wanted = new Set(of_set.map((one) => one.id))
    const credited = from.documents.filter((document) => wanted.has(document.id))
    await withdrawFromBatches(context, [...wanted], `${row.human_id} is reversed`)
    const issued = await issueCorrections(context, from, credited.map(reversalOf), {
      reason: `Reverses ${row.human_id}: ${reason}`,
      refinement_id: null,
    })
    for (const [i, document] of issued.documents.entries()) {
      const reversed = present(credited[i], 'the document that is reversed')
      await updateRow(tx, invoice, document.id, { reverses_invoice_id: reversed.id })
    }
    await settleCorrections(context, from.base.id, issued)
    await keepReassigned(context, from.base.id, issued.set_id)
    await followRelease(context, [from.base.id], row.human_id)
    const at = credited.findIndex((document) => document.id === id)
    const debit = present(issued.documents[at], 'the debit')
    context.audit({
      entity: 'transaction.invoice',
      entity_id: debit.id,
      new_values: {
        human_id: debit.human_id,
        status: 'open',
        total_amount: formatMoney(debit.total_amount),
        reverses_invoice_id: id,
        reason,
      },
    })
    return { id: debit.id, human_id: debit.human_id, total_amount: formatMoney(debit.total_amount) }
  },
})
