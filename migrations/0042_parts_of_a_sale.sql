-- Why: an agency's sale is settled part by part, by what goes out on its behalf. What stood open on it while some of that had
-- gone out told whoever is not shown the parts what the rest comes to: a funder the contractor's pay and the agency's
-- commission, a role without commission the fee and the earnings (spec §6; experience.md, tension 15). They are told all of
-- it or nothing, from columns of their own, so that a login role need not be granted the others.

-- What was sealed and is not as it was sealed stays so.
set local timezone = 'UTC';
create temporary table found_broken on commit drop as
select coalesce(i.id, s.id) as id, s.hash
from transaction.invoice i
full join (select s.id, s.hash from log.seal s join log.sealed_table t on t.no = s.table_no where t.name = 'transaction.invoice') s on s.id = i.id
where s.hash is distinct from log.hash_of(to_jsonb(i));

alter table transaction.invoice
  add column told_outstanding_balance numeric(15,2) generated always as (case
    when type in ('agency-provider', 'agency-funder') and outstanding_balance not in (0, total_amount) then null
    else outstanding_balance end) stored,
  add column told_paid_amount numeric(15,2) generated always as (case
    when type in ('agency-provider', 'agency-funder') and paid_amount not in (0, total_amount) then null
    else paid_amount end) stored;

call log.keep_sealed('transaction.invoice');
delete from log.seal s using found_broken b, log.sealed_table t where t.name = 'transaction.invoice' and s.table_no = t.no and s.id = b.id;
insert into log.seal (table_no, id, hash)
select t.no, b.id, b.hash from found_broken b join log.sealed_table t on t.name = 'transaction.invoice' where b.hash is not null;

-- The index that holds what invoices are sorted and filtered by holds what they are for those roles (src/data/wide.ts).
drop index transaction.invoice_wide;
create index invoice_wide on transaction.invoice (provider_id, agency_id, status, due_date)
  include (id, human_id, type, generation_type, funding_type, raised_date, period_end, last_payment_date, amount, tax_amount,
    total_amount, outstanding_balance, told_outstanding_balance, is_disputed, is_disallowed, is_part_paid, po_number,
    payment_company_type, disallowed_status)
  where deleted_at is null;

-- As in 0018, read by a funder too: of client-facing documents all is told.
create or replace function report.get_sales_ledger_summary(today date, funder_id uuid default null, provider_id uuid default null)
  returns setof report.sales_ledger_summary language sql stable parallel safe as $$
  with owed as (
    select i.agency_id, i.client_id, i.currency_id, count(*)::int as invoice_count,
      sum(i.told_outstanding_balance) filter (where i.due_date >= get_sales_ledger_summary.today) as aged_current,
      sum(i.told_outstanding_balance) filter (where get_sales_ledger_summary.today - i.due_date between 1 and 30) as aged_0_30,
      sum(i.told_outstanding_balance) filter (where get_sales_ledger_summary.today - i.due_date between 31 and 60) as aged_31_60,
      sum(i.told_outstanding_balance) filter (where get_sales_ledger_summary.today - i.due_date between 61 and 90) as aged_61_90,
      sum(i.told_outstanding_balance) filter (where get_sales_ledger_summary.today - i.due_date between 91 and 120) as aged_91_120,
      sum(i.told_outstanding_balance) filter (where get_sales_ledger_summary.today - i.due_date > 120) as aged_over_120,
      sum(i.told_outstanding_balance) as net
    from transaction.invoice i
    where i.deleted_at is null and i.status = 'open' and i.type in ('provider-client', 'agency-client', 'funder-client')
      and (get_sales_ledger_summary.funder_id is null or i.funder_id = get_sales_ledger_summary.funder_id)
      and (get_sales_ledger_summary.provider_id is null or i.provider_id = get_sales_ledger_summary.provider_id)
    group by i.agency_id, i.client_id, i.currency_id),
  limited as (
    select o.*, (
      select l.amount from business.credit_limit l
      where l.client_id = o.client_id and l.currency_id = o.currency_id and l.deleted_at is null
        and (l.agency_id is null or l.agency_id = o.agency_id)
        and (get_sales_ledger_summary.funder_id is null or l.limiter_id = get_sales_ledger_summary.funder_id)
        and l.effective_from <= get_sales_ledger_summary.today
        and (l.effective_to is null or l.effective_to >= get_sales_ledger_summary.today)
      order by l.agency_id is not null desc, l.effective_from desc, l.id desc limit 1) as limit_amount
    from owed o),
  summed as (
    select agency_id, currency_id, count(*)::int as client_count, sum(invoice_count)::int as invoice_count,
      sum(aged_current) as aged_current, sum(aged_0_30) as aged_0_30, sum(aged_31_60) as aged_31_60,
      sum(aged_61_90) as aged_61_90, sum(aged_91_120) as aged_91_120, sum(aged_over_120) as aged_over_120,
      sum(net) as net, sum(limit_amount) as limit_amount
    from limited group by agency_id, currency_id),
  unmatched as (
    select s.agency_id, s.currency_id, sum(s.unmatched_amount) as amount
    from transaction.payment_receipt_summary s
    where s.deleted_at is null and s.type = 'receipt' and s.status in ('allocated', 'partially_matched') and s.agency_id is not null
      and (get_sales_ledger_summary.funder_id is null or s.funder_id = get_sales_ledger_summary.funder_id)
      and (get_sales_ledger_summary.provider_id is null or s.provider_id = get_sales_ledger_summary.provider_id)
    group by s.agency_id, s.currency_id)
  select md5(a.id::text || y.id::text)::uuid, a.id, a.human_id, a.name, y.id, y.alpha_code,
    coalesce(o.client_count, 0), coalesce(o.invoice_count, 0), coalesce(o.aged_current, 0), coalesce(o.aged_0_30, 0),
    coalesce(o.aged_31_60, 0), coalesce(o.aged_61_90, 0), coalesce(o.aged_91_120, 0), coalesce(o.aged_over_120, 0),
    coalesce(o.net, 0) - coalesce(o.aged_current, 0), coalesce(o.net, 0), coalesce(u.amount, 0),
    o.limit_amount, o.limit_amount - o.net
  from summed o
  full join unmatched u on u.agency_id = o.agency_id and u.currency_id = o.currency_id
  join business.business a on a.id = coalesce(o.agency_id, u.agency_id)
  join platform.currency y on y.id = coalesce(o.currency_id, u.currency_id)
$$;
