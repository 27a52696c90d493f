-- Why: the funding portfolio and payment batches show totals, so that they say, too, whether these agree with the ledger
-- (experience.md, pages 9 and 10; decision 0024).

-- Debt at somebody's risk, reassigned or not, now or as of a day: the balance of the clients' accounts for the documents
-- whose principal he is.
create function report.agree_funding_portfolio(principal_id uuid, today date, as_of date default null)
  returns setof report.agreement language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare upto date := least(coalesce(agree_funding_portfolio.as_of, agree_funding_portfolio.today), agree_funding_portfolio.today);
begin
  return query select * from report.set_side_by_side(
    array(
      select row('net_outstanding_balance', upto, f.currency_id, sum(f.net_outstanding_balance + f.reassigned_amount))::report.figure
      from report.get_funding_portfolio(agree_funding_portfolio.principal_id, agree_funding_portfolio.today, null, null,
        agree_funding_portfolio.as_of) f
      group by f.currency_id),
    array(
      select row('net_outstanding_balance', upto, a.currency_id, sum(p.amount))::report.figure
      from ledger.account a
      join ledger.posting p on p.account_id = a.id and p.post_date <= upto
      where a.kind = 'client_receivable' and a.principal_id = agree_funding_portfolio.principal_id
      group by a.currency_id having sum(p.amount) <> 0));
end $$;

-- What completed batches paid, less what banks sent back: what left the bank for their payments. One batch, or all of them
-- by the day of their run.
create function report.agree_payment_batch(provider_id uuid, today date, batch_id uuid default null)
  returns setof report.agreement language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
begin
  return query
  with batches as (
    select b.id, b.run_date, b.currency_id, b.amount from payment.payment_batch b
    where b.provider_id = agree_payment_batch.provider_id and b.status = 'completed' and b.deleted_at is null
      and (agree_payment_batch.batch_id is null or b.id = agree_payment_batch.batch_id)),
  reported as (
    select b.run_date, b.currency_id, sum(b.amount - coalesce(r.amount, 0)) as amount
    from batches b
    left join lateral (select sum(i.amount) as amount from payment.payment_batch_item i
      where i.payment_batch_id = b.id and i.status = 'returned') r on true
    group by b.run_date, b.currency_id),
  posted as (
    select b.run_date, b.currency_id, -sum(p.amount) as amount
    from batches b
    join transaction.payment_receipt_summary s on s.payment_batch_id = b.id and s.type = 'payment'
    join ledger.transaction t on t.source_entity = 'transaction.payment_receipt_summary' and t.source_id = s.id
    join ledger.posting p on p.transaction_id = t.id
    join ledger.account a on a.id = p.account_id and a.kind = 'bank'
    group by b.run_date, b.currency_id)
  select g.* from report.set_side_by_side(
    array(select row('payments', run_date, currency_id, amount)::report.figure from reported),
    array(select row('payments', run_date, currency_id, amount)::report.figure from posted)) g;
end $$;
