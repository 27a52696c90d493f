/**
 * Recovers an agency's debt from its next earnings (money.md §1.8): first unmatched payments since a reversed
 * receipt, then its debits (sets that cost more than their charge, single bills and fees). An overpaid contractor's
 * next self-bill is reduced.
 */

import type { Money } from '#kernel/money.ts'
import { formatMoney, isPositive, isZero, minOf, neg, parseMoney, sub, sum } from '#kernel/money.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { fromSource, insertSelectSql } from '#server/write-row.server.ts'
import { postEntries } from '../ledger/post.server.ts'
import { recoursePostings, reverse } from '../ledger/postings.rules.ts'
import type { CashDocument, SummaryRow } from '../settlement/load-cash.server.ts'
import { outstandingOf, readSets } from '../settlement/load-cash.server.ts'
import { insertMatchLines, settleSummary } from '../settlement/match-lines.server.ts'
import { credit_allocation } from '../settlement/receipt.entity.ts'
import { settleCollectionNotes } from './collection-notes/collection-note.server.ts'
import { takeOpenCredits } from './open-credits.server.ts'
import type { SettledLeg } from './set-off.server.ts'
import { setOffLoneFees } from './set-off-fee.server.ts'
import { settleAndAudit } from './settle-invoices.server.ts'

/** A document and the amount that is payable on it now. */
export type Payable = { readonly document: CashDocument; readonly payable: Money }

/** The owner of the books, and the currency. */
type Books = { readonly principal_id: string; readonly currency_id: string }

/**
 * Deducts debts of agencies and contractors from these payables. Returns the rest of each, and the settled amounts.
 */
export async function recoverFromAgencies(
  context: VerbContext,
  books: Books,
  payables: readonly Payable[],
): Promise<{ left: Payable[]; legs: SettledLeg[] }> {
  const others = await takeOpenCredits(
    context,
    payables
      .filter(({ document }) => document.type !== 'agency_earnings')
      .map(({ document, payable }) => ({ document, amount: payable })),
  )
  const earnings = payables.filter(({ document }) => document.type === 'agency_earnings')
  const left_of_others = others.left.map(({ document, amount }) => ({ document, payable: amount }))
  const agency_ids = [...new Set(earnings.map(({ document }) => document.agency_id))]
  if (agency_ids.length === 0) return { left: left_of_others, legs: others.taken }
  const left = new Map(
    [...left_of_others, ...earnings].map(({ document, payable }) => [document.id, payable]),
  )
  const legs: SettledLeg[] = []
  for (const payment of await unmatchedPayments(context, books, agency_ids)) {
    legs.push(...(await recoverPayment(context, payment, earnings, left)))
  }
  const recovered: SettledLeg[] = []
  for (const debit of await openDebits(context, books, agency_ids)) {
    const taken_off = await setOffDebit(context, debit, earnings, left)
    legs.push(...taken_off)
    const amounts = taken_off.map((leg) => leg.amount)
    if (amounts.length > 0) recovered.push({ document: debit, amount: sum(debit.currency, amounts) })
  }
  await setOffLoneFees(context, recovered)
  const touched = new Set(legs.map(({ document }) => document.id))
  await settleAndAudit(
    context,
    earnings.map(({ document }) => document).filter((document) => touched.has(document.id)),
  )
  const rest = payables.flatMap(({ document }) => {
    const payable = left.get(document.id)
    return payable && isPositive(payable) ? [{ document, payable }] : []
  })
  return { left: rest, legs: [...others.taken, ...legs] }
}

/** Takes from the agency's earnings in their order until the debt or they are used up. */
function taken(
  debt: Money,
  agency_id: string,
  earnings: readonly Payable[],
  left: Map<string, Money>,
): SettledLeg[] {
  let rest = debt
  return earnings.flatMap(({ document }) => {
    const payable = left.get(document.id)
    if (document.agency_id !== agency_id || !payable || isZero(rest) || isZero(payable)) return []
    const amount = minOf(rest, payable)
    rest = sub(rest, amount)
    left.set(document.id, sub(payable, amount))
    return [{ document, amount }]
  })
}

function unmatchedPayments(
  { tx }: VerbContext,
  books: Books,
  agency_ids: readonly string[],
): Promise<SummaryRow[]> {
  return tx.rows<SummaryRow>(
    `select t.*, y.alpha_code as currency from transaction.payment_receipt_summary t
     join platform.currency y on y.id = t.currency_id
     where t.type = 'payment' and t.for_business_id = any ($1) and t.principal_id = $2 and t.currency_id = $3
       and t.unmatched_amount > 0 and t.status in ('allocated', 'partially_matched') and t.deleted_at is null
     order by t.id for update of t`,
    [agency_ids, books.principal_id, books.currency_id],
  )
}

/** The payment that the agency kept now pays later earnings: Dr earnings payable, Cr agency recourse. */
async function recoverPayment(
  context: VerbContext,
  payment: SummaryRow,
  earnings: readonly Payable[],
  left: Map<string, Money>,
): Promise<SettledLeg[]> {
  const debt = parseMoney(payment.unmatched_amount, payment.currency)
  const legs = taken(debt, payment.for_business_id, earnings, left)
  if (legs.length === 0) return []
  const post_date = context.clock.today()
  const ids = await insertMatchLines(
    context,
    legs.map(({ document, amount }) => ({
      summary_id: payment.id,
      document,
      amount: formatMoney(amount),
      payment_type: 'set_off',
      post_date,
    })),
  )
  await postEntries(
    context,
    legs.map(({ document, amount }, i) => ({
      kind: 'recourse',
      source_entity: 'transaction.payment_receipt_detail',
      source_id: ids[i] ?? '',
      principal_id: payment.principal_id,
      provider_id: payment.provider_id,
      agency_id: document.agency_id,
      fact_key: `recovery:${ids[i]}`,
      post_date,
      postings: reverse(recoursePostings(document.agency_id, document.id, amount)),
    })),
  )
  const state = await settleSummary(context, payment, false)
  await settleCollectionNotes(context, payment)
  context.audit({
    entity: 'transaction.payment_receipt_summary',
    entity_id: payment.id,
    old_values: { status: payment.status, matched_amount: payment.matched_amount },
    new_values: { status: state.status, matched_amount: state.matched_amount, recovered: ids },
  })
  return legs
}

/** Open negative earnings of other sets, locked. A single document's debit is owed once it is due. */
async function openDebits(
  { tx, clock }: VerbContext,
  books: Books,
  agency_ids: readonly string[],
): Promise<CashDocument[]> {
  const rows = await tx.rows<{ id: string; invoice_set_id: string }>(
    `select i.id, i.invoice_set_id from transaction.invoice i
     join transaction.invoice_set s on s.id = i.invoice_set_id
     where i.agency_id = any ($1) and i.currency_id = $2 and i.type = 'agency_earnings' and i.status = 'open'
       and i.outstanding_balance < 0 and i.deleted_at is null
       and (i.due_date <= $4 or i.generation_type not in ('purchase_ledger', 'adhoc_fee'))
       and case s.funding_model when 'indirect' then s.funder_id else s.provider_id end = $3
     order by i.id for update of i`,
    [agency_ids, books.currency_id, books.principal_id, clock.today()],
  )
  const wanted = new Set(rows.map((row) => row.id))
  const documents = await readSets(tx, [...new Set(rows.map((row) => row.invoice_set_id))])
  return documents.filter((document) => wanted.has(document.id))
}

/** A debit is set against earnings as a credit note is against its parent; both are one account in the books. */
async function setOffDebit(
  context: VerbContext,
  debit: CashDocument,
  earnings: readonly Payable[],
  left: Map<string, Money>,
): Promise<SettledLeg[]> {
  const { tx, clock } = context
  const legs = taken(neg(outstandingOf(debit)), debit.agency_id, earnings, left)
  for (const { document, amount } of legs) {
    await tx.run(
      `${insertSelectSql(credit_allocation, {
        ...fromSource('i', ['provider_id', 'agency_id', 'client_id', 'contractor_id', 'funder_id']),
        id: '$1',
        credit_note_id: '$2',
        invoice_id: 'i.id',
        amount: '$3',
        post_date: '$4',
        reversal_date: 'null',
        created_at: '$5',
        updated_at: '$5',
      })} from transaction.invoice i where i.id = $6`,
      [newUuid(clock), debit.id, formatMoney(amount), clock.today(), clock.now(), document.id],
    )
  }
  if (legs.length > 0) await settleAndAudit(context, [debit])
  return legs
}
