/** Invariants of the bank, of platform fees between two sets of books, and of each set of books (quality L1, L7, L9). */
import { type Invariant, keyed } from './invariant.server.ts'

/** Payments that left the bank; set-offs have no bank line. */
const left_by_bank = `(select p.* from transaction.payment_receipt_summary p
  where p.type = 'payment' and p.status not in ('reversed', 'cancelled')
    and (exists (select from transaction.payment_receipt_detail d where d.payment_receipt_summary_id = p.id and d.payment_type = 'bank')
      or exists (select from transaction.refund f where f.payment_id = p.id and f.status = 'paid')
      or exists (select from transaction.payroll_payment y where y.payment_id = p.id)))`

/** Five bank days and two weekends. */
const DAYS_TO_STATEMENT = 9

export const bank_invariants: readonly Invariant[] = [
  {
    id: 'L1',
    says: 'the bank in the books is the statement lines taken and receipts entered by hand, less the payments that left',
    sql: `with said as (
        select principal_id, currency_id, sum(lines) as lines, sum(by_hand) as by_hand, sum(paid) as paid from (
          select s.principal_id, s.currency_id, coalesce(l.amount, 0) as lines,
            case when l.id is null then s.amount else 0 end as by_hand, 0 as paid
          from transaction.payment_receipt_summary s left join transaction.bank_line l on l.id = s.bank_line_id
          where s.type = 'receipt' and s.status not in ('reversed', 'cancelled')
          -- A payment that came back is its line in, and the payment out.
          union all select s.principal_id, s.currency_id, l.amount, 0, s.amount
          from transaction.payment_receipt_summary s join transaction.bank_line l on l.id = s.returned_line_id
          union all select p.principal_id, p.currency_id, 0, 0, p.amount from ${left_by_bank} p) f group by 1, 2),
      posted as (select a.principal_id, a.currency_id, sum(p.amount) as amount
        from ledger.account a join ledger.posting p on p.account_id = a.id where a.kind = 'bank' group by 1, 2)
      select format('bank of %s in %s: %s of statement lines, %s by hand and %s paid make %s, the books say %s', o.human_id, y.alpha_code,
        coalesce(s.lines, 0), coalesce(s.by_hand, 0), coalesce(s.paid, 0),
        coalesce(s.lines + s.by_hand - s.paid, 0), coalesce(p.amount, 0)) as what
      from said s full join posted p using (principal_id, currency_id)
      join business.business o on o.id = principal_id join platform.currency y on y.id = currency_id
      where coalesce(s.lines + s.by_hand - s.paid, 0) <> coalesce(p.amount, 0)`,
  },
  {
    id: 'L1',
    says: 'a receipt, and a payment that came back, says what its statement line says',
    ...keyed(
      'receipt',
      (
        only,
      ) => `select format('%s %s of %s says %s, its statement line of %s says %s', s.type, s.human_id, s.transaction_date, s.amount,
        l.transaction_date, l.amount) as what
      from transaction.payment_receipt_summary s
      join transaction.bank_line l on l.id = case s.type when 'receipt' then s.bank_line_id else s.returned_line_id end
      join business.bank_account a on a.id = l.bank_account_id
      where ${only('s.id')} and ((s.amount, s.currency_id, s.principal_id) is distinct from (l.amount, l.currency_id, a.business_id)
        or (s.type = 'receipt' and s.transaction_date <> l.transaction_date)
        or (s.type = 'payment' and s.transaction_date > l.transaction_date))`,
    ),
  },
  {
    id: 'L1',
    says: 'payments that the statements of their account should hold by now',
    // Payments that may explain a difference between books and bank, named one by one.
    is_note: true,
    sql: `with reached as (select a.business_id as principal_id, t.currency_id, max(t.to_date) as to_date
        from transaction.bank_statement t join business.bank_account a on a.id = t.bank_account_id where t.deleted_at is null group by 1, 2)
      select format('%s: %s %s to %s left on %s and is on no statement, which reach %s', o.name, p.human_id, p.amount || ' ' || y.alpha_code,
        b.name, p.transaction_date, r.to_date) as what
      from ${left_by_bank} p join reached r using (principal_id, currency_id)
      join business.business o on o.id = p.principal_id join business.business b on b.id = p.for_business_id
      join platform.currency y on y.id = p.currency_id
      left join (select payment_batch_id, sum(amount) as amount from ${left_by_bank} q group by 1) g using (payment_batch_id)
      where p.transaction_date + ${DAYS_TO_STATEMENT} <= r.to_date
        and not exists (select from transaction.bank_line l join business.bank_account a on a.id = l.bank_account_id
          where a.business_id = p.principal_id and l.currency_id = p.currency_id and l.deleted_at is null
            -- A batch may leave as one line.
            and l.amount in (-p.amount, -g.amount)
            and l.transaction_date between p.transaction_date - 1 and p.transaction_date + ${DAYS_TO_STATEMENT})
      order by p.transaction_date, p.human_id`,
  },
  {
    id: 'L7',
    says: 'a platform fee that a provider is owed is what its funder owes in its own books, and stands in no other',
    ...keyed(
      'invoice',
      (
        only,
      ) => `select format('platform fee %s of %s: %s is owed by %s in its books, %s stands in others', i.human_id, i.total_amount,
        -coalesce(sum(p.amount) filter (where a.kind = 'platform_fee_payable' and a.principal_id = s.funder_id and a.business_id = i.from_business_id), 0),
        o.human_id, coalesce(sum(abs(p.amount)) filter (where a.principal_id <> s.funder_id), 0)) as what
      from transaction.invoice i
      join transaction.invoice_set s on s.id = i.invoice_set_id and s.funding_model = 'indirect'
      join business.business o on o.id = s.funder_id
      left join (ledger.posting p join ledger.account a on a.id = p.account_id) on p.invoice_id = i.id
      where ${only('i.id')} and i.type = 'platform_fee'
      group by i.id, i.human_id, i.total_amount, o.human_id
      having i.total_amount
          <> -coalesce(sum(p.amount) filter (where a.kind = 'platform_fee_payable' and a.principal_id = s.funder_id and a.business_id = i.from_business_id), 0)
        or coalesce(sum(abs(p.amount)) filter (where a.principal_id <> s.funder_id), 0) <> 0`,
    ),
  },
  {
    id: 'L9',
    says: 'each set of books sums to zero in each currency: no entry moves a sum from one to another',
    ...keyed(
      'entry',
      (
        only,
      ) => `select format('entry %s in the books of %s leaves %s in the books of %s', t.id, b.human_id, sum(p.amount), o.human_id) as what
      from ledger.transaction t join ledger.posting p on p.transaction_id = t.id join ledger.account a on a.id = p.account_id
      join business.business b on b.id = t.principal_id join business.business o on o.id = a.principal_id
      where ${only('t.id')}
      group by t.id, b.human_id, o.human_id, p.currency_id, t.principal_id, a.principal_id
      having sum(p.amount) <> 0 or t.principal_id <> a.principal_id`,
    ),
  },
]
