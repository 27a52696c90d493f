/** Invariants of receipts and payments (quality I4, I12). */
import { type Invariant, keyed } from './invariant.server.ts'

const used_twice = `select format('bank line %s is both a receipt and a payment that came back', s.bank_line_id)
      from transaction.payment_receipt_summary s join transaction.payment_receipt_summary q on q.returned_line_id = s.bank_line_id`

export const cash_invariants: readonly Invariant[] = [
  {
    id: 'I4',
    says: 'a receipt is what is matched and what is not, and its status says which',
    // A refund counts against the payer's receipt, and as the payment that carries it.
    ...keyed(
      'receipt',
      (only) => `with matched as (select id, sum(amount) as amount from (
        select payment_receipt_summary_id as id, amount from transaction.payment_receipt_detail where reversal_date is null and ${only('payment_receipt_summary_id')}
        union all select payment_receipt_summary_id, amount from transaction.refund where status in ('requested', 'paid') and ${only('payment_receipt_summary_id')}
        union all select payment_id, amount from transaction.refund where status = 'paid' and ${only('payment_id')}
        union all select payment_id, amount from transaction.payroll_payment where status = 'paid' and ${only('payment_id')}
        -- What an agency owes no longer stands against its debt.
        union all select payment_receipt_summary_id, cured_amount from transaction.collection_note
        where cured_amount > 0 and status <> 'cancelled' and ${only('payment_receipt_summary_id')}) stands group by 1)
      select format('%s %s of %s is %s with %s matched; its lines say %s', s.type, s.human_id, s.amount, s.status, s.matched_amount,
        coalesce(m.amount, 0)) as what
      from transaction.payment_receipt_summary s left join matched m on m.id = s.id
      where ${only('s.id')} and (s.matched_amount <> coalesce(m.amount, 0) or s.amount <> s.matched_amount + s.unmatched_amount
        or (s.status not in ('reversed', 'cancelled') and s.status <> case when s.matched_amount = 0 then 'allocated'
          when s.matched_amount = s.amount then 'matched' else 'partially_matched' end)
        or (s.status in ('reversed', 'cancelled') and s.matched_amount <> 0))`,
    ),
  },
  {
    id: 'I12',
    says: 'collection notes say what agencies owe, as the unmatched part of payments to them and the books do',
    ...keyed(
      'receipt',
      (
        only,
      ) => `select format('payment %s has %s unmatched, its collection notes %s outstanding', p.human_id, p.unmatched_amount, sum(n.outstanding_balance)) as what
      from transaction.collection_note n join transaction.payment_receipt_summary p on p.id = n.payment_receipt_summary_id
      where ${only('p.id')} and n.status <> 'cancelled' and n.deleted_at is null
      group by p.id, p.human_id, p.unmatched_amount having sum(n.outstanding_balance) <> p.unmatched_amount`,
    ),
  },
  {
    id: 'I12',
    says: 'a payment that the bank sent back is mirrored in the books, and nothing says that it has paid anything',
    ...keyed(
      'receipt',
      (
        only,
      ) => `select format('payment %s was sent back: %s of it is left in the books, %s live lines, %s items paid, %s refunds and debts of payroll', p.human_id,
        b.left_over, l.lines, t.items, r.refunds + y.debts) as what
      from transaction.payment_receipt_summary p
      cross join lateral (select coalesce(sum(g.amount), 0) as left_over from ledger.transaction x join ledger.posting g on g.transaction_id = x.id
        join ledger.account a on a.id = g.account_id and a.kind = 'bank'
        where x.source_entity = 'transaction.payment_receipt_summary' and x.source_id = p.id) b
      cross join lateral (select count(*) as lines from transaction.payment_receipt_detail d
        where d.payment_receipt_summary_id = p.id and d.reversal_date is null) l
      cross join lateral (select count(*) as items from payment.payment_batch_item i
        where i.payment_receipt_summary_id = p.id and i.status <> 'returned') t
      cross join lateral (select count(*) as refunds from transaction.refund f where f.payment_id = p.id) r
      cross join lateral (select count(*) as debts from transaction.payroll_payment f where f.payment_id = p.id) y
      where ${only('p.id')} and p.return_code is not null
        and (b.left_over <> 0 or l.lines > 0 or t.items > 0 or r.refunds > 0 or y.debts > 0)
      union ${used_twice} where ${only('s.id')}
      union ${used_twice} where ${only('q.id')}`,
    ),
  },
]
