/** Refunds of overpayments that are due in a payment run. */
import type { Tx } from '#server/verb.ts'
import type { RunFacts } from './documents/payable-documents.server.ts'

export type RequestedRefund = {
  readonly id: string
  readonly for_business_id: string
  /** Decimal text. */
  readonly amount: string
}

/** Refunds in these books that are in no batch yet, locked. */
export function requestedRefunds(tx: Tx, run: RunFacts): Promise<RequestedRefund[]> {
  return tx.rows<RequestedRefund>(
    `select r.id, r.for_business_id, r.amount from transaction.refund r
     where r.provider_id = $1 and r.principal_id = $2 and r.currency_id = $3 and r.status = 'requested'
       and not exists (select from payment.payment_batch_item t where t.refund_id = r.id and t.status in ('included', 'held', 'paid'))
     order by r.id for update of r`,
    [run.provider_id, run.principal_id, run.currency_id],
  )
}
