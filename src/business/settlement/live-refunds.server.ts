/** Refunds of a receipt that were requested or paid. */
import type { Tx } from '#server/verb.ts'

export type LiveRefund = {
  readonly id: string
  readonly amount: string
  readonly status: 'requested' | 'paid'
  readonly post_date: string
}

/** Refunds of a receipt, paid or pending. */
export function refundsOf(tx: Tx, summary_id: string): Promise<LiveRefund[]> {
  return tx.rows<LiveRefund>(
    `select id, amount, status, (created_at at time zone 'Europe/London')::date::text as post_date from transaction.refund
     where payment_receipt_summary_id = $1 and status in ('requested', 'paid') order by id`,
    [summary_id],
  )
}
