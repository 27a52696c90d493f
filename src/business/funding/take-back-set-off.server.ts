/**
 * Reopens an agency's sale (money.md §1.4, identity 4) by returned pay-outs and by the agency's debt: as much of it
 * is set off again when paid after all. The fee stays: it was earned.
 */

import { present } from '#kernel/assert.ts'
import type { Money } from '#kernel/money.ts'
import { add, formatMoney, isPositive, isZero, minOf, parseMoney, sub, zero } from '#kernel/money.ts'
import type { CashDocument, DetailRow } from '../settlement/load-cash.server.ts'
import { insertMatchLines, reverseLines } from '../settlement/match-lines.server.ts'
import { auditSettled, settleCash } from '../settlement/settle-cash.server.ts'
import { isResale } from '../shared/invoice-types.rules.ts'
import type { Noting } from './collection-notes/collection-note.server.ts'

type SetOffLine = DetailRow & { readonly summary_amount: string }

type Within = Pick<Noting, 'tx' | 'clock' | 'viewer' | 'audit'>

/** Returned amounts by set. Amounts of lines are decimal text. */
export function comeBack(
  documents: readonly CashDocument[],
  lines: readonly { readonly invoice_id: string; readonly amount: string }[],
): Map<string, Money> {
  const by_id = new Map(documents.map((document) => [document.id, document]))
  const back = new Map<string, Money>()
  for (const line of lines) {
    const { invoice_set_id, currency } = present(by_id.get(line.invoice_id), 'the document of a line')
    back.set(
      invoice_set_id,
      add(back.get(invoice_set_id) ?? zero(currency), parseMoney(line.amount, currency)),
    )
  }
  return back
}

/** Reopens the sales of these sets by the amounts in `back`. Takes every document of the sets, locked. */
export async function takeBackSetOffs(
  context: Within,
  documents: readonly CashDocument[],
  back: Map<string, Money>,
  reason: string,
): Promise<void> {
  const sales = documents.filter((one) => isResale(one.type))
  const lines = await setOffLines(
    context,
    sales.map((sale) => sale.id),
  )
  const opened: CashDocument[] = []
  for (const line of lines) {
    const sale = sales.find((one) => one.id === line.invoice_id)
    const left = back.get(sale?.invoice_set_id ?? '')
    if (!sale || !left || isZero(left)) continue
    const amount = parseMoney(line.amount, sale.currency)
    const taken = minOf(amount, left)
    back.set(sale.invoice_set_id, sub(left, taken))
    await takeBack(context, sale, line, taken, reason)
    opened.push(sale)
  }
  // A sale is no client debt and no advance, so nothing follows from its open amount.
  const settled = await settleCash(
    context,
    opened.map((sale) => sale.id),
  )
  auditSettled(context.audit, opened, settled)
}

/** The latest first. */
function setOffLines({ tx }: Within, invoice_ids: readonly string[]): Promise<SetOffLine[]> {
  return tx.rows<SetOffLine>(
    `select d.id, d.payment_receipt_summary_id, d.invoice_id, d.amount, d.payment_type, d.post_date, d.reversal_date,
       s.amount as summary_amount
     from transaction.payment_receipt_detail d join transaction.payment_receipt_summary s on s.id = d.payment_receipt_summary_id
     where d.invoice_id = any ($1) and d.reversal_date is null and d.payment_type = 'set_off' and s.bank_account_id is null
     order by d.fact_no desc for update of s`,
    [invoice_ids],
  )
}

/** A set-off shrinks with its lines and is reversed with the last of them. */
async function takeBack(
  context: Within,
  sale: CashDocument,
  line: SetOffLine,
  taken: Money,
  reason: string,
): Promise<void> {
  const { tx, clock } = context
  await reverseLines(context, [line.id], reason)
  const rest = sub(parseMoney(line.amount, sale.currency), taken)
  if (isPositive(rest)) {
    await insertMatchLines(context, [
      {
        summary_id: line.payment_receipt_summary_id,
        document: sale,
        amount: formatMoney(rest),
        payment_type: 'set_off',
        post_date: line.post_date,
      },
    ])
  }
  const [now] = await tx.rows<{ status: string; amount: string }>(
    `update transaction.payment_receipt_summary s set updated_at = $2, matched_amount = m.live,
       amount = case when m.live = 0 then s.amount else m.live end,
       status = case when m.live = 0 then 'reversed' else 'matched' end,
       reversed_at = case when m.live = 0 then $2::timestamptz end, reversal_reason = case when m.live = 0 then $3 end
     from (select coalesce(sum(amount), 0) as live from transaction.payment_receipt_detail
       where payment_receipt_summary_id = $1 and reversal_date is null) m
     where s.id = $1 returning s.status, s.amount`,
    [line.payment_receipt_summary_id, clock.now(), reason],
  )
  context.audit({
    entity: 'transaction.payment_receipt_summary',
    entity_id: line.payment_receipt_summary_id,
    old_values: { status: 'matched', amount: line.summary_amount },
    new_values: { ...now, reason },
  })
}
