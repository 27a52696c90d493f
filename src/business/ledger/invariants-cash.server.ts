/** Invariants of returned payments and of the accounts held since (quality I12). */
import type { Invariant } from './invariant.server.ts'

export const cash_invariants: readonly Invariant[] = [
  {
    id: 'I12',
    says: 'a payment that the bank sent back is mirrored in the books, and nothing says that it has paid anything',
    sql: `select format('payment %s was sent back: %s of it is left in the books, %s live lines, %s items paid, %s refunds', p.human_id,
        b.left_over, l.lines, t.items, r.refunds) as what
      from transaction.payment_receipt_summary p
      cross join lateral (select coalesce(sum(g.amount), 0) as left_over from ledger.transaction x join ledger.posting g on g.transaction_id = x.id
        join ledger.account a on a.id = g.account_id and a.kind = 'bank'
        where x.source_entity = 'transaction.payment_receipt_summary' and x.source_id = p.id) b
      cross join lateral (select count(*) as lines from transaction.payment_receipt_detail d
        where d.payment_receipt_summary_id = p.id and d.reversal_date is null) l
      cross join lateral (select count(*) as items from payment.payment_batch_item i
        where i.payment_receipt_summary_id = p.id and i.status <> 'returned') t
      cross join lateral (select count(*) as refunds from transaction.refund f where f.payment_id = p.id) r
      where p.return_code is not null and (b.left_over <> 0 or l.lines > 0 or t.items > 0 or r.refunds > 0)
      union all
      select format('bank line %s is both a receipt and a payment that came back', s.bank_line_id)
      from transaction.payment_receipt_summary s join transaction.payment_receipt_summary q on q.returned_line_id = s.bank_line_id`,
  },
]
