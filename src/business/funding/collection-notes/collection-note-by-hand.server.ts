import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { invalid, notFound } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { currency as currencyCode, formatMoney, parseMoney } from '#kernel/money.ts'
import { amountFault } from '#kernel/plausible.ts'
import { requireCan } from '#kernel/refusal.ts'
import type { Tx } from '#server/verb.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { postEntries, reverseEntry } from '../../ledger/post.server.ts'
import { collectionPostings } from '../../ledger/postings.rules.ts'
import { currencyId } from '../../parties/insert-party.server.ts'
import { currencyInput } from '../../parties/party-input.server.ts'
import { visibleBusiness } from '../../parties/visible-business.server.ts'
import { payment_receipt_summary } from '../../settlement/receipt.entity.ts'
import { moneyText } from '../../shared/answers.rules.ts'
import { amountInput } from '../../shared/cash-input.server.ts'
import { printed } from '../../shared/printed-input.server.ts'
import { provider_staff } from '../../shared/who-may.rules.ts'
import { collection_note } from './collection-note.entity.ts'
import { can } from './collection-note.rules.ts'
import { insertAgencyDebt, insertCollectionNote } from './collection-note.server.ts'

const reason = printed(
  z
    .string({ error: validationText.specify_reason })
    .trim()
    .min(1, { error: validationText.specify_reason })
    .max(500, { error: validationText.max_length(500) }),
)

const createInput = z.strictObject({
  agency_id: z.uuid(),
  amount: amountInput,
  currency: currencyInput,
  reason,
})
const answer = z.strictObject({ id: z.uuid(), human_id: z.string(), status: z.string(), amount: moneyText })

/**
 * A cost that the provider recovers from an agency: Dr agency recourse, Cr fee income, outside the scope of VAT, taken
 * from its next earnings like any debt of its.
 */
export const createCollectionNote = verb({
  action_id: 'transaction.collection_note.create',
  since: '0.1.0',
  summary: 'Creates a collection note: a cost that the provider recovers from an agency',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { provider: provider_staff },
  input: createInput,
  output: answer,
  run: async (context, asked) => {
    const { viewer, clock } = context
    const agency = await visibleBusiness(context, asked.agency_id, 'agency')
    const amount = parseMoney(asked.amount, currencyCode(asked.currency))
    const fault = amountFault(amount, 'collection_note')
    if (fault !== null) throw invalid({ amount: fault })
    const currency_id = await currencyId(context, asked.currency)
    const payment_id = await insertAgencyDebt(context, {
      agency_id: agency.id,
      principal_id: viewer.business_id,
      provider_id: viewer.business_id,
      currency_id,
      amount,
      reference: 'Collection note',
      comment: asked.reason,
    })
    const note = await insertCollectionNote(context, {
      source: 'manual',
      reason: asked.reason,
      amount,
      currency_id,
      provider_id: viewer.business_id,
      agency_id: agency.id,
      principal_id: viewer.business_id,
      invoice_id: null,
      payment_id,
    })
    await postEntries(context, [
      {
        kind: 'recourse',
        source_entity: 'transaction.collection_note',
        source_id: note.id,
        principal_id: viewer.business_id,
        provider_id: viewer.business_id,
        agency_id: agency.id,
        fact_key: `collection:${note.id}`,
        post_date: clock.today(),
        postings: collectionPostings(agency.id, amount),
      },
    ])
    return { ...note, status: 'open', amount: formatMoney(amount) }
  },
})

const cancelInput = z.strictObject({ id: z.uuid(), reason })

type Row = ReadRow<
  typeof collection_note,
  'id human_id source status recovered_amount payment_receipt_summary_id'
>

/** Takes back a note made by hand of which nothing is recovered yet. */
export const cancelCollectionNote = verb({
  action_id: 'transaction.collection_note.cancel',
  since: '0.1.0',
  summary: 'Cancels a collection note of which nothing is recovered yet',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { provider: provider_staff },
  input: cancelInput,
  output: z.strictObject({ id: z.uuid(), status: z.string() }),
  run: async (context, asked) => {
    const { tx, viewer, clock } = context
    const [note] = await loadVisible<Row>(tx, viewer, 'transaction.collection_note', [asked.id], {
      lock: true,
      columns: 't.id, t.human_id, t.source, t.status, t.recovered_amount, t.payment_receipt_summary_id',
    })
    if (!note) throw notFound('Collection Note')
    await lockPayment(tx, note.payment_receipt_summary_id)
    requireCan(can.cancel({ ...note, has_recovered: note.recovered_amount !== '0.00' }, viewer))
    await updateRow(tx, payment_receipt_summary, note.payment_receipt_summary_id, {
      status: 'reversed',
      reversed_at: clock.now(),
      reversal_reason: asked.reason,
      updated_at: clock.now(),
    })
    await updateRow(tx, collection_note, note.id, { status: 'cancelled', updated_at: clock.now() })
    const posted = await tx.row<{ id: string }>('select id from ledger.transaction where fact_key = $1', [
      `collection:${note.id}`,
    ])
    if (!posted) throw new Error('a collection note was posted to the ledger')
    await reverseEntry(context, {
      kind: 'recourse',
      source_entity: 'transaction.collection_note',
      source_id: note.id,
      fact_key: `collection-cancelled:${note.id}`,
      post_date: clock.today(),
      transaction_id: posted.id,
    })
    context.audit({
      entity: 'transaction.collection_note',
      entity_id: note.id,
      old_values: { status: 'open' },
      new_values: { status: 'cancelled', reason: asked.reason },
    })
    return { id: note.id, status: 'cancelled' }
  },
})

async function lockPayment(tx: Tx, id: string): Promise<void> {
  await tx.run('select 1 from transaction.payment_receipt_summary where id = $1 for update', [id])
}
