/**
 * Moves payments to the new documents (money.md §1.8): a client's receipts to the new invoice as far as it goes, the
 * rest stays on the receipt; other payments through the credit notes.
 */

import type { Money } from '#kernel/money.ts'
import { formatMoney, isPositive, isZero, minOf, parseMoney, sub } from '#kernel/money.ts'
import type { VerbContext } from '#server/verb.ts'
import { followRelease } from '../funding/follow-release.server.ts'
import { keepReassigned } from '../funding/reassign-invoice.server.ts'
import { settleAndAudit } from '../funding/settle-invoices.server.ts'
import { postEntries } from '../ledger/post.server.ts'
import { matchPostings } from '../ledger/postings.rules.ts'
import { insideHolds } from '../payments/document-holds/hold-inside.server.ts'
import { takeBack } from '../receipts/unmatch-receipt.server.ts'
import { insertAllocations, spread } from '../settlement/credit-allocate.server.ts'
import type { CashDocument, DetailRow, SummaryRow } from '../settlement/load-cash.server.ts'
import { outstandingOf, readSets } from '../settlement/load-cash.server.ts'
import { insertMatchLines, settleSummary } from '../settlement/match-lines.server.ts'
import { isClientFacing } from '../shared/invoice-types.rules.ts'

/** A match line with the receipt it belongs to. */
export type ReceiptLine = DetailRow & { readonly receipt: SummaryRow }

/** Unmatches the client's money from the credited invoice; it is on its receipts again. */
export async function freeCash(
  context: VerbContext,
  cash: readonly ReceiptLine[],
  reason: string,
): Promise<void> {
  if (cash.length === 0) return
  await takeBack(context, cash, reason)
  await settleReceipts(context, cash)
}

async function settleReceipts(context: VerbContext, cash: readonly ReceiptLine[]): Promise<void> {
  const receipts = new Map<string, SummaryRow>(cash.map((line) => [line.receipt.id, line.receipt]))
  for (const receipt of receipts.values()) {
    const state = await settleSummary(context, receipt, false)
    context.audit({
      entity: 'transaction.payment_receipt_summary',
      entity_id: receipt.id,
      old_values: { status: receipt.status, matched_amount: receipt.matched_amount },
      new_values: { status: state.status, matched_amount: state.matched_amount },
    })
  }
}

/** Moves all earlier settlements to this new set. Nobody else can see its documents yet, so no lock is needed. */
export async function carryOver(
  context: VerbContext,
  from_set_id: string,
  to_set_id: string,
  cash: readonly ReceiptLine[],
  cause: string,
): Promise<void> {
  await carryCredits(context, from_set_id, to_set_id)
  await rematch(context, to_set_id, cash)
  await keepReassigned(context, from_set_id, to_set_id)
  await keepFunded(context, from_set_id, to_set_id)
  await followRelease(context, [to_set_id], cause)
}

/** Credit that is over, and debits, against the new documents of the same type; and the other way round. */
async function carryCredits(context: VerbContext, from_set_id: string, to_set_id: string): Promise<void> {
  const read = await readSets(context.tx, [from_set_id, to_set_id])
  const waits = await insideHolds(context.tx, read, context.clock.today())
  // Credit is set against a fee inside IR35 after its deduction.
  const all = read.filter((one) => one.status === 'open' && (one.is_credit_note || waits(one) === null))
  const allocations = [...Map.groupBy(all, (one) => one.type).values()].flatMap((alike) =>
    spread(
      alike.filter((one) => outstandingOf(one).minor < 0),
      alike.filter((one) => outstandingOf(one).minor > 0),
    ),
  )
  await insertAllocations(context, allocations)
  const touched = new Map(
    allocations.flatMap(({ credit, debt }) => [credit, debt]).map((one) => [one.id, one]),
  )
  await settleAndAudit(context, [...touched.values()])
}

type Match = { readonly line: ReceiptLine; readonly document: CashDocument; readonly amount: Money }

async function rematch(context: VerbContext, to_set_id: string, cash: readonly ReceiptLine[]): Promise<void> {
  if (cash.length === 0) return
  const invoices = (await readSets(context.tx, [to_set_id])).filter(
    (one) => isClientFacing(one.type) && one.status === 'open' && isPositive(outstandingOf(one)),
  )
  const matches = matchesOf(cash, invoices)
  const post_date = context.clock.today()
  const ids = await insertMatchLines(
    context,
    matches.map(({ line, document, amount }) => ({
      summary_id: line.receipt.id,
      document,
      amount: formatMoney(amount),
      payment_type: 'bank',
      post_date: line.post_date,
    })),
  )
  await postEntries(
    context,
    matches.map(({ line, document, amount }, i) => ({
      kind: 'match',
      source_entity: 'transaction.payment_receipt_detail',
      source_id: ids[i] ?? '',
      principal_id: line.receipt.principal_id,
      provider_id: line.receipt.provider_id,
      agency_id: document.agency_id,
      fact_key: `match:${ids[i]}`,
      post_date,
      postings: matchPostings({
        payer_id: line.receipt.for_business_id,
        client_id: document.client_id ?? document.to_business_id,
        invoice_id: document.id,
        amount,
      }),
    })),
  )
  await settleAndAudit(context, invoices)
  await settleReceipts(context, cash)
}

/** The money in the order in which it came, as far as the invoices go. */
function matchesOf(cash: readonly ReceiptLine[], invoices: readonly CashDocument[]): Match[] {
  const owed = new Map(invoices.map((document) => [document.id, outstandingOf(document)]))
  return cash.flatMap((line): Match[] => {
    let has = parseMoney(line.amount, line.receipt.currency)
    return invoices.flatMap((document): Match[] => {
      const left = owed.get(document.id)
      if (!left || isZero(left) || isZero(has)) return []
      const amount = minOf(has, left)
      has = sub(has, amount)
      owed.set(document.id, sub(left, amount))
      return [{ line, document, amount }]
    })
  })
}

/** An advance on the old documents is an advance on the new ones. */
async function keepFunded({ tx, clock }: VerbContext, from_set_id: string, to_set_id: string): Promise<void> {
  await tx.run(
    `update transaction.invoice n set funding_status = 'funded', updated_at = $3
     where n.invoice_set_id = $2 and n.funding_status = 'pending' and exists (
       select from transaction.invoice o where o.invoice_set_id = $1 and o.type = n.type and o.funding_status = 'funded')`,
    [from_set_id, to_set_id, clock.now()],
  )
}
