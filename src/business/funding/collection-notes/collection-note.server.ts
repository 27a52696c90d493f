/**
 * Collection notes: an agency's debt to its principal as a readable document (money.md §1.8). Behind each is a
 * payment to the agency without a match, the base of books and recovery (decision 0013).
 */
import type { ReadRow } from '#entity/new-row.ts'
import { day } from '#kernel/day.ts'
import type { CurrencyCode, Money } from '#kernel/money.ts'
import { formatMoney, parseMoney, sub } from '#kernel/money.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { insertRow, updateRow } from '#server/write-row.server.ts'
import { not_reversed, payment_receipt_summary } from '../../settlement/receipt.entity.ts'
import { nextHumanId } from '../../shared/human-id.server.ts'
import { collection_note } from './collection-note.entity.ts'
import { recoveredOf } from './collection-note.rules.ts'

/** A verb's context, or the day's own work. */
export type Noting = Pick<VerbContext, 'tx' | 'clock' | 'audit' | 'enqueue'> & {
  readonly viewer: Pick<VerbContext['viewer'], 'user_id'>
}

type NewNote = {
  readonly source: 'reversal' | 'manual' | 'disallowance'
  readonly reason: string
  readonly amount: Money
  readonly currency_id: string
  readonly provider_id: string
  readonly agency_id: string
  readonly principal_id: string
  readonly invoice_id: string | null
  readonly payment_id: string
}

/** Writes the note. The payment is locked, and has the amount unmatched. */
export async function insertCollectionNote(
  context: Noting,
  note: NewNote,
): Promise<{ id: string; human_id: string }> {
  const { tx, viewer, clock } = context
  const id = newUuid(clock)
  const human_id = await nextHumanId(tx, 'COL')
  await insertRow(tx, collection_note, {
    id,
    human_id,
    source: note.source,
    reason: note.reason,
    provider_id: note.provider_id,
    agency_id: note.agency_id,
    funder_id: note.principal_id === note.provider_id ? null : note.principal_id,
    principal_id: note.principal_id,
    currency_id: note.currency_id,
    amount: formatMoney(note.amount),
    raised_date: clock.today(),
    invoice_id: note.invoice_id,
    payment_receipt_summary_id: note.payment_id,
    created_by: viewer.user_id,
    created_at: clock.now(),
    updated_at: clock.now(),
  })
  context.audit({
    entity: 'transaction.collection_note',
    entity_id: id,
    new_values: { human_id, status: 'open', amount: formatMoney(note.amount), reason: note.reason },
  })
  return { id, human_id }
}

type AgencyDebt = {
  readonly agency_id: string
  readonly principal_id: string
  readonly provider_id: string
  readonly currency_id: string
  readonly amount: Money
  readonly reference: string
  readonly comment: string
}

/** Inserts the unmatched payment, without a bank account: no money moved. Returns its id. */
export async function insertAgencyDebt({ tx, viewer, clock }: Noting, debt: AgencyDebt): Promise<string> {
  const id = newUuid(clock)
  const human_id = await nextHumanId(tx, 'PAY')
  await insertRow(tx, payment_receipt_summary, {
    id,
    human_id,
    type: 'payment',
    status: 'allocated',
    for_business_id: debt.agency_id,
    principal_id: debt.principal_id,
    provider_id: debt.provider_id,
    agency_id: debt.agency_id,
    funder_id: debt.principal_id === debt.provider_id ? null : debt.principal_id,
    currency_id: debt.currency_id,
    amount: formatMoney(debt.amount),
    matched_amount: '0',
    transaction_date: clock.today(),
    reference: debt.reference,
    comment: debt.comment,
    created_by: viewer.user_id,
    client_id: null,
    contractor_id: null,
    bank_line_id: null,
    bank_account_id: null,
    payment_batch_id: null,
    ...not_reversed,
    created_at: clock.now(),
    updated_at: clock.now(),
  })
  return id
}

type Row = ReadRow<typeof collection_note, 'id status amount recovered_amount cured_amount'>

/** Updates the notes of a payment to its present unmatched amount. */
export async function settleCollectionNotes(
  context: Pick<VerbContext, 'tx' | 'clock' | 'audit'>,
  payment: { readonly id: string; readonly currency: CurrencyCode },
): Promise<void> {
  const { tx, clock } = context
  const notes = await tx.rows<Row>(
    `select id, status, amount, recovered_amount, cured_amount from transaction.collection_note
     where payment_receipt_summary_id = $1 and status <> 'cancelled' and deleted_at is null order by fact_no for update`,
    [payment.id],
  )
  if (notes.length === 0) return
  const row = await tx.row<{ unmatched_amount: string }>(
    'select unmatched_amount from transaction.payment_receipt_summary where id = $1',
    [payment.id],
  )
  const unmatched = parseMoney(row?.unmatched_amount ?? '0', payment.currency)
  const before = new Map(notes.map((note) => [note.id, note]))
  const settled = recoveredOf(
    payment.currency,
    notes.map(({ id, amount, cured_amount }) => ({
      id,
      amount: sub(parseMoney(amount, payment.currency), parseMoney(cured_amount, payment.currency)),
    })),
    unmatched,
  )
  for (const { id, recovered_amount, is_closed } of settled) {
    const was = before.get(id)
    const status = is_closed ? 'closed' : 'open'
    const now = { status, recovered_amount: formatMoney(recovered_amount) } as const
    if (was?.status === now.status && was.recovered_amount === now.recovered_amount) continue
    await updateRow(tx, collection_note, id, { ...now, updated_at: clock.now() })
    context.audit({
      entity: 'transaction.collection_note',
      entity_id: id,
      old_values: { status: was?.status, recovered_amount: was?.recovered_amount },
      new_values: { ...now, on: day(clock.today()) },
    })
  }
}
