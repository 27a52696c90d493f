/** Cures recourse in part or whole: the agency owes less, and gets recovered amounts back. */
import type { ReadRow } from '#entity/new-row.ts'
import { assert } from '#kernel/assert.ts'
import type { Money } from '#kernel/money.ts'
import { abs, add, formatMoney, isPositive, isZero, minOf, parseMoney, sub, sum } from '#kernel/money.ts'
import { postEntries } from '../ledger/post.server.ts'
import { recoursePostings } from '../ledger/postings.rules.ts'
import type { CashDocument, DetailRow, SummaryRow } from '../settlement/load-cash.server.ts'
import { lockSets } from '../settlement/load-cash.server.ts'
import { insertMatchLines, reverseLines, settleSummary } from '../settlement/match-lines.server.ts'
import { auditSettled, settleCash } from '../settlement/settle-cash.server.ts'
import type { collection_note } from './collection-notes/collection-note.entity.ts'
import { type Noting, settleCollectionNotes } from './collection-notes/collection-note.server.ts'
import type { DebtRow } from './load-debts.server.ts'
import { type Cure, cureNotes, type Recourse } from './recourse.rules.ts'
import { enterRecourse, reasonOf } from './recourse-entry.server.ts'
import { tellCure } from './recourse-notice.server.ts'
import { comeBack, takeBackSetOffs } from './take-back-set-off.server.ts'

type NoteRow = ReadRow<
  typeof collection_note,
  'id amount recovered_amount cured_amount payment_receipt_summary_id'
>

/** `change` is negative. Returns the reopened earnings with the amounts given back. */
export async function cureRecourse(
  context: Noting,
  debt: DebtRow,
  owed: Recourse,
  change: Money,
): Promise<string[]> {
  const notes = await lockNotes(context, debt)
  const of = (text: string) => parseMoney(text, debt.currency)
  const cures = cureNotes(
    debt.currency,
    notes.map((note) => ({
      id: note.id,
      amount: sub(of(note.amount), of(note.cured_amount)),
      recovered_amount: of(note.recovered_amount),
    })),
    abs(change),
  )
  const reopened: string[] = []
  for (const cure of cures) {
    const note = notes.find((one) => one.id === cure.id)
    if (note) reopened.push(...(await cureNote(context, debt, note, cure)))
  }
  const entry_id = await enterRecourse(context, debt, owed, change)
  await tellCure(context, debt, {
    entry_id,
    less: abs(change),
    balance: owed.amount,
    given_back: sum(
      debt.currency,
      cures.map((cure) => cure.recovered),
    ),
    collection_note_id: cures[0]?.id ?? null,
    reason: reasonOf(debt),
  })
  return reopened
}

/** Newest first, the payments behind them locked. */
function lockNotes({ tx }: Noting, debt: DebtRow): Promise<NoteRow[]> {
  return tx.rows<NoteRow>(
    `select n.id, n.amount, n.recovered_amount, n.cured_amount, n.payment_receipt_summary_id
     from transaction.collection_note n join transaction.payment_receipt_summary p on p.id = n.payment_receipt_summary_id
     where n.invoice_id = $1 and n.source = 'disallowance' and n.status <> 'cancelled' and n.deleted_at is null
     order by n.fact_no desc for update of n, p`,
    [debt.id],
  )
}

async function cureNote(context: Noting, debt: DebtRow, note: NoteRow, cure: Cure): Promise<string[]> {
  const { tx, clock } = context
  const payment = await tx.row<SummaryRow>(
    `select t.*, y.alpha_code as currency from transaction.payment_receipt_summary t
     join platform.currency y on y.id = t.currency_id where t.id = $1`,
    [note.payment_receipt_summary_id],
  )
  assert(payment, 'a collection note has its payment')
  const reopened = isPositive(cure.recovered) ? await giveBack(context, debt, payment, cure.recovered) : []
  const cured = add(parseMoney(note.cured_amount, debt.currency), add(cure.owed, cure.recovered))
  // The table's checks hold for both amounts together; recovered amounts are settled below.
  await tx.run(
    `update transaction.collection_note set cured_amount = $2, recovered_amount = recovered_amount - $3::numeric,
       status = case when $2::numeric + recovered_amount - $3::numeric = amount then 'closed' else 'open' end, updated_at = $4
     where id = $1`,
    [note.id, formatMoney(cured), formatMoney(cure.recovered), clock.now()],
  )
  context.audit({
    entity: 'transaction.collection_note',
    entity_id: note.id,
    old_values: { cured_amount: note.cured_amount },
    new_values: { cured_amount: formatMoney(cured), given_back: formatMoney(cure.recovered) },
  })
  await settleSummary(context, payment, false)
  await settleCollectionNotes(context, payment)
  return reopened
}

/**
 * Gives recovered amounts back, latest earnings first: they are open again, the next run pays them, and as much of
 * their sale is open. Dr agency recourse, Cr agency earnings payable.
 */
async function giveBack(
  context: Noting,
  debt: DebtRow,
  payment: SummaryRow,
  amount: Money,
): Promise<string[]> {
  const { tx, clock } = context
  const lines = await tx.rows<DetailRow & { invoice_set_id: string }>(
    `select d.id, d.payment_receipt_summary_id, d.invoice_id, d.amount, d.payment_type, d.post_date, d.reversal_date, i.invoice_set_id
     from transaction.payment_receipt_detail d join transaction.invoice i on i.id = d.invoice_id
     where d.payment_receipt_summary_id = $1 and d.reversal_date is null order by d.fact_no desc for update of i`,
    [payment.id],
  )
  const sets = await lockSets(tx, [...new Set(lines.map((line) => line.invoice_set_id))])
  const documents = new Map(sets.map((document) => [document.id, document]))
  let left = amount
  const touched: { readonly document: CashDocument; readonly amount: Money }[] = []
  for (const line of lines) {
    if (isZero(left)) break
    const document = documents.get(line.invoice_id)
    assert(document, 'a match line has its document')
    const matched = parseMoney(line.amount, debt.currency)
    const taken = minOf(matched, left)
    left = sub(left, taken)
    touched.push({ document, amount: taken })
    await reverseLines(context, [line.id], `Given back: ${debt.human_id} is cured`)
    const rest = sub(matched, taken)
    if (isPositive(rest)) {
      const kept = { summary_id: payment.id, document, amount: formatMoney(rest), post_date: line.post_date }
      await insertMatchLines(context, [{ ...kept, payment_type: 'set_off' }])
    }
    await postEntries(context, [
      {
        kind: 'recourse',
        source_entity: 'transaction.payment_receipt_detail',
        source_id: line.id,
        principal_id: payment.principal_id,
        provider_id: payment.provider_id,
        agency_id: debt.agency_id,
        fact_key: `given-back:${line.id}`,
        post_date: clock.today(),
        postings: recoursePostings(debt.agency_id, document.id, taken),
      },
    ])
  }
  assert(isZero(left), 'what was recovered stands in lines of its payment')
  const ids = [...new Set(touched.map(({ document }) => document.id))]
  const settled = await settleCash(context, ids)
  auditSettled(
    context.audit,
    sets.filter(({ id }) => ids.includes(id)),
    settled,
  )
  const back = touched.map(({ document, amount: taken }) => ({
    invoice_id: document.id,
    amount: formatMoney(taken),
  }))
  await takeBackSetOffs(context, sets, comeBack(sets, back), `Given back: ${debt.human_id} is cured`)
  return ids
}
