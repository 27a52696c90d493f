-- Why: a receipt of 2019 was posted. No money is dated before the first day of the provider's books.
alter table business.business add column books_begin date;
-- What is posted stays: books of today's providers begin no later than their first money.
update business.business b set books_begin = least(
    (b.created_at at time zone 'Europe/London')::date,
    (select min(t.post_date) from ledger.transaction t where t.provider_id = b.id),
    (select min(l.transaction_date) from transaction.bank_line l where l.provider_id = b.id),
    (select min(s.transaction_date) from transaction.payment_receipt_summary s where s.provider_id = b.id),
    (select min(d.from_date) from transaction.expense_detail d where d.provider_id = b.id),
    (select min(f.pay_day) from transaction.payroll_figure f where f.provider_id = b.id))
  where b.type = 'provider';
