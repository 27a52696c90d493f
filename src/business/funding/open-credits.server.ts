/**
 * Credit notes with an open rest: an overpaid contractor, or a fee or sale settled before its correction. They reduce
 * the next documents of the same kind between the same two parties (money.md §1.8).
 */
import type { Money } from '#kernel/money.ts'
import { isPositive, isZero, minOf, neg, sub } from '#kernel/money.ts'
import type { VerbContext } from '#server/verb.ts'
import type { Allocation } from '../settlement/credit-allocate.server.ts'
import { insertAllocations } from '../settlement/credit-allocate.server.ts'
import type { CashDocument } from '../settlement/load-cash.server.ts'
import { outstandingOf, readSets } from '../settlement/load-cash.server.ts'
import { settleAndAudit } from './settle-invoices.server.ts'

/** A document of which this much is about to be paid or set off. */
export type ToSettle = { readonly document: CashDocument; readonly amount: Money }

/**
 * Sets open credit notes against documents about to be settled. Returns the rest of each, and the credited amounts.
 * The documents must be locked; they and the credit notes are settled here.
 */
export async function takeOpenCredits(
  context: VerbContext,
  wanted: readonly ToSettle[],
): Promise<{ left: ToSettle[]; taken: ToSettle[] }> {
  const notes = wanted.length === 0 ? [] : await lockOpenNotes(context, wanted)
  if (notes.length === 0) return { left: [...wanted], taken: [] }
  const open = new Map(notes.map((note) => [note.id, neg(outstandingOf(note))]))
  const allocations: Allocation[] = []
  const left = wanted.flatMap(({ document, amount }) => {
    let rest = amount
    for (const credit of notes) {
      const has = open.get(credit.id)
      if (!has || isZero(has) || isZero(rest) || !isSameKind(credit, document)) continue
      const part = minOf(has, rest)
      rest = sub(rest, part)
      open.set(credit.id, sub(has, part))
      allocations.push({ credit, debt: document, amount: part })
    }
    return isPositive(rest) ? [{ document, amount: rest }] : []
  })
  await insertAllocations(context, allocations)
  const touched = new Map(
    allocations.flatMap(({ credit, debt }) => [credit, debt]).map((one) => [one.id, one]),
  )
  await settleAndAudit(context, [...touched.values()])
  return { left, taken: allocations.map(({ debt, amount }) => ({ document: debt, amount })) }
}

/** Overpaid pay reduces later pay, never repaid expenses. */
function isSameKind(a: CashDocument, b: CashDocument): boolean {
  return (
    a.type === b.type &&
    (a.type !== 'contractor-agency' || a.is_payroll === b.is_payroll) &&
    a.from_business_id === b.from_business_id &&
    a.to_business_id === b.to_business_id &&
    a.currency_id === b.currency_id &&
    a.principal_id === b.principal_id
  )
}

async function lockOpenNotes({ tx }: VerbContext, wanted: readonly ToSettle[]): Promise<CashDocument[]> {
  const ids = (of: (document: CashDocument) => string) => [...new Set(wanted.map((one) => of(one.document)))]
  const rows = await tx.rows<{ id: string; invoice_set_id: string }>(
    `select i.id, i.invoice_set_id from transaction.invoice i
     where i.is_credit_note and i.status = 'open' and i.outstanding_balance < 0 and i.deleted_at is null
       and i.type = any ($1) and i.from_business_id = any ($2) and i.to_business_id = any ($3) and i.currency_id = any ($4)
     order by i.id for update of i`,
    [
      ids((document) => document.type),
      ids((document) => document.from_business_id),
      ids((document) => document.to_business_id),
      ids((document) => document.currency_id),
    ],
  )
  if (rows.length === 0) return []
  const open = new Set(rows.map((row) => row.id))
  const documents = await readSets(tx, [...new Set(rows.map((row) => row.invoice_set_id))])
  return documents.filter((document) => open.has(document.id))
}
