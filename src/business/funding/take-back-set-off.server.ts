/**
 * The agency's sale was settled by what went out on its behalf (money.md §1.4, identity 4). What came back did not go out:
 * as much of the sale is open again, and set off when it is paid after all. The fee stays as it is: it was earned.
 */
import type { Money } from '#kernel/money.ts'
import { add, formatMoney, isPositive, isZero, minOf, parseMoney, sub, zero } from '#kernel/money.ts'
import type { VerbContext } from '#server/verb.ts'
import type { CashDocument, DetailRow, SummaryRow } from './load-cash.server.ts'
import { insertLines, reverseLines } from './match-lines.server.ts'
import { settleAndAudit } from './settle-invoices.server.ts'

type SetOffLine = DetailRow & { readonly summary_amount: string }

/** `live` are the payment's lines that stood until now. */
export async function takeBackSetOffs(
  context: VerbContext,
  payment: SummaryRow,
  documents: readonly CashDocument[],
  live: readonly DetailRow[],
  reason: string,
): Promise<void> {
  const set_of = new Map(documents.map((document) => [document.id, document.invoice_set_id]))
  const back = new Map<string, Money>()
  for (const line of live) {
    const set_id = set_of.get(line.invoice_id) ?? ''
    const before = back.get(set_id) ?? zero(payment.currency)
    back.set(set_id, add(before, parseMoney(line.amount, payment.currency)))
  }
  const sales = documents.filter((one) => one.type === 'agency-provider' || one.type === 'agency-funder')
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
    await takeBack(context, sale, line, taken, `Payment ${payment.human_id} was sent back: ${reason}`)
    opened.push(sale)
  }
  await settleAndAudit(context, opened)
}

/** The latest first. */
function setOffLines({ tx }: VerbContext, invoice_ids: readonly string[]): Promise<SetOffLine[]> {
  return tx.rows<SetOffLine>(
    `select d.id, d.payment_receipt_summary_id, d.invoice_id, d.amount, d.payment_type, d.post_date, d.reversal_date,
       s.amount as summary_amount
     from transaction.payment_receipt_detail d join transaction.payment_receipt_summary s on s.id = d.payment_receipt_summary_id
     where d.invoice_id = any ($1) and d.reversal_date is null and d.payment_type = 'set_off' and s.bank_account_id is null
     order by d.id desc for update of s`,
    [invoice_ids],
  )
}

/** A set-off is what it sets off: it shrinks with its lines, and is reversed with the last of them. */
async function takeBack(
  context: VerbContext,
  sale: CashDocument,
  line: SetOffLine,
  taken: Money,
  reason: string,
): Promise<void> {
  const { tx, clock } = context
  await reverseLines(context, [line.id], reason)
  const rest = sub(parseMoney(line.amount, sale.currency), taken)
  if (isPositive(rest)) {
    await insertLines(context, [
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
