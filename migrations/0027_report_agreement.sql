-- Why: every report says whether it agrees with the ledger (experience.md, page 9). What a report adds up comes from
-- documents and receipts; what it is compared with are postings, which are written by other code and can never be
-- changed. Viewers read no posting: these functions run with their owner's rights, give sums alone, and take whose books
-- they are from the data endpoint, never from the caller (decision 0024).

-- An agency's postings by account and day: the index alone answers a balance.
create index posting_agency on ledger.posting (agency_id, account_id, post_date) include (amount);

create type report.figure as (measure text, on_day date, currency_id uuid, amount numeric);
create type report.agreement as (
  id uuid,
  measure text,
  -- The day it is as of, or the first of the period it is of.
  on_day date,
  currency_id uuid,
  alpha_code text,
  reported numeric,
  posted numeric,
  difference numeric,
  checked_at timestamptz
);

-- The two sides of each figure; a figure that one side does not know is nothing there.
create function report.set_side_by_side(reported report.figure[], posted report.figure[])
  returns setof report.agreement language sql stable parallel safe as $$
  select md5(s.measure || s.on_day::text || y.id::text)::uuid, s.measure, s.on_day, y.id, y.alpha_code,
    sum(s.reported), sum(s.posted), sum(s.reported) - sum(s.posted), now()
  from (
    select measure, on_day, currency_id, coalesce(amount, 0) as reported, 0 as posted from unnest(set_side_by_side.reported)
    union all
    select measure, on_day, currency_id, 0, coalesce(amount, 0) from unnest(set_side_by_side.posted)) s
  join platform.currency y on y.id = s.currency_id
  group by s.measure, s.on_day, y.id, y.alpha_code
$$;

-- Client statement and sales ledger of an agency: what clients owe is the balance of their accounts. Money not matched yet
-- is what was posted for receipts that are the agency's now: a receipt changes hands when it is matched with another
-- agency's documents, and its postings stay what they were.
create function report.agree_client_statement(agency_id uuid, today date, client_id uuid default null, currency_id uuid default null)
  returns setof report.agreement language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
begin
  return query select * from report.set_side_by_side(
    array(
      select row(m.measure, agree_client_statement.today, s.currency_id, sum(m.amount))::report.figure
      from report.get_client_statement(agree_client_statement.agency_id, agree_client_statement.today,
        agree_client_statement.client_id, agree_client_statement.currency_id) s
      cross join lateral (values ('net_outstanding_balance', s.net_outstanding_balance),
        ('unallocated_amount', s.unallocated_amount)) m (measure, amount)
      group by m.measure, s.currency_id),
    array(
      select row('net_outstanding_balance', agree_client_statement.today, a.currency_id, sum(p.amount))::report.figure
      from ledger.account a
      join ledger.posting p on p.account_id = a.id and p.agency_id = agree_client_statement.agency_id
      where a.kind = 'client_receivable'
        and (agree_client_statement.client_id is null or a.business_id = agree_client_statement.client_id)
        and (agree_client_statement.currency_id is null or a.currency_id = agree_client_statement.currency_id)
      group by a.currency_id)
    || array(
      with receipts as (
        select s.id from transaction.payment_receipt_summary s
        where s.agency_id = agree_client_statement.agency_id and s.type = 'receipt' and s.deleted_at is null
          and (agree_client_statement.client_id is null or s.for_business_id = agree_client_statement.client_id)
          and (agree_client_statement.currency_id is null or s.currency_id = agree_client_statement.currency_id)),
      facts as (
        select 'transaction.payment_receipt_summary' as entity, id from receipts
        union all
        select 'transaction.payment_receipt_detail', d.id from receipts r
        join transaction.payment_receipt_detail d on d.payment_receipt_summary_id = r.id
        union all
        select 'transaction.refund', f.id from receipts r join transaction.refund f on f.payment_receipt_summary_id = r.id)
      select row('unallocated_amount', agree_client_statement.today, a.currency_id, -sum(p.amount))::report.figure
      from facts f
      join ledger.transaction t on t.source_entity = f.entity and t.source_id = f.id
      join ledger.posting p on p.transaction_id = t.id
      join ledger.account a on a.id = p.account_id and a.kind = 'unallocated_receipt'
      group by a.currency_id));
end $$;

-- Agency by currency: the debt that a funder finances, or all of a provider's.
create function report.agree_sales_ledger_summary(today date, funder_id uuid default null, provider_id uuid default null)
  returns setof report.agreement language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
begin
  return query select * from report.set_side_by_side(
    array(
      select row('net_outstanding_balance', agree_sales_ledger_summary.today, s.currency_id, sum(s.net_outstanding_balance))::report.figure
      from report.get_sales_ledger_summary(agree_sales_ledger_summary.today, agree_sales_ledger_summary.funder_id,
        agree_sales_ledger_summary.provider_id) s
      group by s.currency_id),
    array(
      select row('net_outstanding_balance', agree_sales_ledger_summary.today, a.currency_id, sum(p.amount))::report.figure
      from ledger.account a
      join ledger.posting p on p.account_id = a.id
      join transaction.invoice i on i.id = p.invoice_id
      where a.kind = 'client_receivable'
        and (agree_sales_ledger_summary.funder_id is null or i.funder_id = agree_sales_ledger_summary.funder_id)
        and (agree_sales_ledger_summary.provider_id is null or i.provider_id = agree_sales_ledger_summary.provider_id)
      group by a.currency_id));
end $$;

-- What each client owes through each agency: of a provider's clients, or of one client.
create function report.agree_client_sales_ledger(today date, provider_id uuid default null, client_id uuid default null)
  returns setof report.agreement language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
begin
  return query select * from report.set_side_by_side(
    array(
      select row('net_outstanding_balance', agree_client_sales_ledger.today, s.currency_id, sum(s.net_outstanding_balance))::report.figure
      from report.get_client_sales_ledger(agree_client_sales_ledger.today, agree_client_sales_ledger.provider_id,
        agree_client_sales_ledger.client_id) s
      group by s.currency_id),
    array(
      select row('net_outstanding_balance', agree_client_sales_ledger.today, a.currency_id, sum(p.amount))::report.figure
      from ledger.account a
      join ledger.posting p on p.account_id = a.id
      join ledger.transaction t on t.id = p.transaction_id
      where a.kind = 'client_receivable'
        and (agree_client_sales_ledger.client_id is null or a.business_id = agree_client_sales_ledger.client_id)
        and (agree_client_sales_ledger.provider_id is null or t.provider_id = agree_client_sales_ledger.provider_id)
      group by a.currency_id));
end $$;

-- The ledger as it stood at the ends of the last twelve months: what had been posted by then.
create function report.agree_retrospective_ledger(today date, agency_id uuid default null, provider_id uuid default null)
  returns setof report.agreement language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
begin
  return query select * from report.set_side_by_side(
    array(
      select row('net_outstanding_balance', s.as_of, s.currency_id, sum(s.net_outstanding_balance))::report.figure
      from report.get_retrospective_sales_ledger(agree_retrospective_ledger.today, agree_retrospective_ledger.agency_id,
        agree_retrospective_ledger.provider_id) s
      group by s.as_of, s.currency_id),
    array(
      select row('net_outstanding_balance', m.as_of, d.currency_id, sum(d.amount))::report.figure
      from (
        select a.currency_id, p.post_date, sum(p.amount) as amount
        from ledger.account a
        join ledger.posting p on p.account_id = a.id
          and (agree_retrospective_ledger.agency_id is null or p.agency_id = agree_retrospective_ledger.agency_id)
        where a.kind = 'client_receivable'
          and (agree_retrospective_ledger.provider_id is null or exists (select from ledger.transaction t
            where t.id = p.transaction_id and t.provider_id = agree_retrospective_ledger.provider_id))
        group by a.currency_id, p.post_date) d
      join (
        select (date_trunc('month', agree_retrospective_ledger.today) - make_interval(months => n))::date - 1 as as_of
        from generate_series(0, 11) n) m on d.post_date <= m.as_of
      group by m.as_of, d.currency_id having sum(d.amount) <> 0));
end $$;

-- VAT by quarter. The ledger keeps no VAT of an agency, which is not its principal's; it does post every document of the
-- agency in full against its control account. Less what the document's lines charge before tax, that is the VAT.
create function report.agree_vat_liability(agency_id uuid, today date, currency_id uuid default null, stagger integer default 1)
  returns setof report.agreement language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare shift interval := make_interval(months => case agree_vat_liability.stagger when 2 then 1 when 3 then 2 else 0 end);
begin
  return query select * from report.set_side_by_side(
    array(
      select row(m.measure, v.quarter_start, v.currency_id, m.amount)::report.figure
      from report.get_agency_vat_liability(agree_vat_liability.agency_id, agree_vat_liability.today,
        agree_vat_liability.currency_id, agree_vat_liability.stagger) v
      cross join lateral (values ('output_tax', v.output_tax), ('input_tax', v.input_tax),
        ('vat_liability', v.vat_liability)) m (measure, amount)),
    array(
      select row(m.measure, q.starts, q.currency_id, sum(m.amount))::report.figure
      from (
        select (date_trunc('quarter', date_trunc('month', p.post_date::timestamp) - shift) + shift)::date as starts, a.currency_id,
          case when i.type in ('agency-provider', 'agency-client', 'agency-funder') then -p.amount - l.net end as output_tax,
          case when i.type in ('contractor-agency', 'provider-agency', 'platform_fee', 'funder-agency') then p.amount - l.net end as input_tax
        from ledger.account a
        join ledger.posting p on p.account_id = a.id
        join ledger.transaction t on t.id = p.transaction_id and t.source_entity = 'transaction.invoice_set'
        join transaction.invoice i on i.id = p.invoice_id
        cross join lateral (select sum(amount) as net from transaction.invoice_line where invoice_id = i.id) l
        where a.kind = 'agency_control' and a.business_id = agree_vat_liability.agency_id
          and (agree_vat_liability.currency_id is null or a.currency_id = agree_vat_liability.currency_id)) q
      cross join lateral (values ('output_tax', coalesce(q.output_tax, 0)), ('input_tax', coalesce(q.input_tax, 0)),
        ('vat_liability', coalesce(q.output_tax, 0) - coalesce(q.input_tax, 0))) m (measure, amount)
      group by m.measure, q.starts, q.currency_id));
end $$;

-- What work left the agency: what its sets posted to clients', contractors' and on-costs' accounts, for fees against the
-- agency's control account, and what was left of it there or payable to the agency.
create function report.agree_agency_commission(agency_id uuid, today date, indirect boolean default null, raised_from date default null,
    raised_to date default null, currency_id uuid default null)
  returns setof report.agreement language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
begin
  return query select * from report.set_side_by_side(
    array(
      select row(m.measure, coalesce(agree_agency_commission.raised_from, agree_agency_commission.today), s.currency_id, sum(m.amount))::report.figure
      from report.get_agency_commission_summary(agree_agency_commission.agency_id, 'client', agree_agency_commission.indirect,
        agree_agency_commission.raised_from, agree_agency_commission.raised_to, agree_agency_commission.currency_id) s
      cross join lateral (values ('client_gross', s.client_gross), ('contractor_gross', s.contractor_gross),
        ('fee_gross', s.fee_gross), ('on_costs', s.on_costs), ('agency_gross', s.agency_gross)) m (measure, amount)
      group by m.measure, s.currency_id),
    array(
      select row(m.measure, coalesce(agree_agency_commission.raised_from, agree_agency_commission.today), e.currency_id, sum(m.amount))::report.figure
      from (
        select a.kind, p.currency_id, p.amount, i.type
        from ledger.posting p
        join ledger.account a on a.id = p.account_id
        join ledger.transaction t on t.id = p.transaction_id and t.source_entity = 'transaction.invoice_set'
        join transaction.invoice_set s on s.id = t.source_id
        left join transaction.invoice i on i.id = p.invoice_id
        where p.agency_id = agree_agency_commission.agency_id
          and (agree_agency_commission.indirect is null or (s.funding_model = 'indirect') = agree_agency_commission.indirect)
          and (agree_agency_commission.raised_from is null or p.post_date >= agree_agency_commission.raised_from)
          and (agree_agency_commission.raised_to is null or p.post_date <= agree_agency_commission.raised_to)
          and (agree_agency_commission.currency_id is null or p.currency_id = agree_agency_commission.currency_id)) e
      cross join lateral (values
        ('client_gross', case e.kind when 'client_receivable' then e.amount end),
        ('contractor_gross', case e.kind when 'contractor_payable' then -e.amount end),
        ('fee_gross', case when e.kind = 'agency_control' and e.type in ('provider-agency', 'funder-agency', 'platform_fee') then e.amount end),
        ('on_costs', case e.kind when 'oncost_payable' then -e.amount end),
        ('agency_gross', case when e.kind in ('agency_control', 'agency_earnings_payable') then -e.amount end)) m (measure, amount)
      group by m.measure, e.currency_id));
end $$;

-- Earnings documents of a period, and what of them has been paid: what their sets posted to the agency's account of
-- earnings, and everything else that was posted against them there.
create function report.agree_agency_earnings(agency_id uuid, today date, raised_from date default null, raised_to date default null,
    currency_id uuid default null)
  returns setof report.agreement language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
begin
  return query select * from report.set_side_by_side(
    array(
      select row(m.measure, coalesce(agree_agency_earnings.raised_from, agree_agency_earnings.today), s.currency_id, sum(m.amount))::report.figure
      from report.get_agency_earnings(agree_agency_earnings.agency_id, agree_agency_earnings.raised_from,
        agree_agency_earnings.raised_to, agree_agency_earnings.currency_id) s
      cross join lateral (values ('total_amount', s.total_amount), ('paid_amount', s.paid_amount)) m (measure, amount)
      group by m.measure, s.currency_id),
    array(
      select row(e.measure, coalesce(agree_agency_earnings.raised_from, agree_agency_earnings.today), e.currency_id, sum(e.amount))::report.figure
      from (
        select case t.source_entity when 'transaction.invoice_set' then 'total_amount' else 'paid_amount' end as measure,
          a.currency_id, case t.source_entity when 'transaction.invoice_set' then -p.amount else p.amount end as amount
        from ledger.account a
        join ledger.posting p on p.account_id = a.id
        join ledger.transaction t on t.id = p.transaction_id
        join transaction.invoice i on i.id = p.invoice_id and i.type = 'agency_earnings'
        where a.kind = 'agency_earnings_payable' and a.business_id = agree_agency_earnings.agency_id
          and (agree_agency_earnings.raised_from is null or i.raised_date >= agree_agency_earnings.raised_from)
          and (agree_agency_earnings.raised_to is null or i.raised_date <= agree_agency_earnings.raised_to)
          and (agree_agency_earnings.currency_id is null or a.currency_id = agree_agency_earnings.currency_id)) e
      group by e.measure, e.currency_id));
end $$;

-- What was paid to contractors in a period, all of it or without PAYE (registers.md §4.1).
create function report.agree_contractor_payments(agency_id uuid, today date, without_paye boolean default false, paid_from date default null,
    paid_to date default null, currency_id uuid default null)
  returns setof report.agreement language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
begin
  return query select * from report.set_side_by_side(
    array(
      select row('amount', coalesce(agree_contractor_payments.paid_from, agree_contractor_payments.today), d.currency_id, sum(d.amount))::report.figure
      from transaction.payment_receipt_detail d
      join transaction.invoice i on i.id = d.invoice_id and i.type = 'contractor-agency'
      where d.agency_id = agree_contractor_payments.agency_id and d.reversal_date is null
        and (not agree_contractor_payments.without_paye or i.payment_company_type <> 'contractor')
        and (agree_contractor_payments.paid_from is null or d.post_date >= agree_contractor_payments.paid_from)
        and (agree_contractor_payments.paid_to is null or d.post_date <= agree_contractor_payments.paid_to)
        and (agree_contractor_payments.currency_id is null or d.currency_id = agree_contractor_payments.currency_id)
      group by d.currency_id),
    array(
      select row('amount', coalesce(agree_contractor_payments.paid_from, agree_contractor_payments.today), p.currency_id, sum(p.amount))::report.figure
      from transaction.invoice i
      join ledger.posting p on p.invoice_id = i.id
      join ledger.account a on a.id = p.account_id and a.kind = 'contractor_payable'
      join ledger.transaction t on t.id = p.transaction_id and t.source_entity = 'transaction.payment_receipt_summary'
      where i.agency_id = agree_contractor_payments.agency_id and i.type = 'contractor-agency'
        and (not agree_contractor_payments.without_paye or i.payment_company_type <> 'contractor')
        and (agree_contractor_payments.paid_from is null or p.post_date >= agree_contractor_payments.paid_from)
        and (agree_contractor_payments.paid_to is null or p.post_date <= agree_contractor_payments.paid_to)
        and (agree_contractor_payments.currency_id is null or p.currency_id = agree_contractor_payments.currency_id)
      group by p.currency_id));
end $$;

-- What agencies were charged for funding, a provider's or one: posted against their control accounts.
create function report.agree_fees(today date, provider_id uuid default null, agency_id uuid default null, raised_from date default null,
    raised_to date default null, currency_id uuid default null)
  returns setof report.agreement language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
begin
  return query select * from report.set_side_by_side(
    array(
      select row('fee_gross', coalesce(agree_fees.raised_from, agree_fees.today), s.currency_id, sum(s.fee_gross))::report.figure
      from transaction.invoice_set s
      where s.deleted_at is null
        and (agree_fees.provider_id is null or s.provider_id = agree_fees.provider_id)
        and (agree_fees.agency_id is null or s.agency_id = agree_fees.agency_id)
        and (agree_fees.raised_from is null or s.raised_date >= agree_fees.raised_from)
        and (agree_fees.raised_to is null or s.raised_date <= agree_fees.raised_to)
        and (agree_fees.currency_id is null or s.currency_id = agree_fees.currency_id)
      group by s.currency_id),
    array(
      select row('fee_gross', coalesce(agree_fees.raised_from, agree_fees.today), a.currency_id, sum(p.amount))::report.figure
      from ledger.account a
      join ledger.posting p on p.account_id = a.id
      join ledger.transaction t on t.id = p.transaction_id and t.source_entity = 'transaction.invoice_set'
      join transaction.invoice i on i.id = p.invoice_id and i.type in ('provider-agency', 'funder-agency', 'platform_fee')
      where a.kind = 'agency_control'
        and (agree_fees.provider_id is null or t.provider_id = agree_fees.provider_id)
        and (agree_fees.agency_id is null or a.business_id = agree_fees.agency_id)
        and (agree_fees.raised_from is null or p.post_date >= agree_fees.raised_from)
        and (agree_fees.raised_to is null or p.post_date <= agree_fees.raised_to)
        and (agree_fees.currency_id is null or a.currency_id = agree_fees.currency_id)
      group by a.currency_id));
end $$;

-- The four accounting-export reports (spec §2): documents that stand, as their sets posted them.
create function report.agree_accounting_export(agency_id uuid, today date, raised_from date default null, raised_to date default null,
    currency_id uuid default null)
  returns setof report.agreement language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
begin
  return query select * from report.set_side_by_side(
    array(
      select row(r.measure, coalesce(agree_accounting_export.raised_from, agree_accounting_export.today), i.currency_id, sum(i.total_amount))::report.figure
      from (values ('agency', 'agency-provider'), ('agency', 'agency-funder'), ('client', 'provider-client'), ('client', 'agency-client'),
        ('client', 'funder-client'), ('fee', 'provider-agency'), ('fee', 'funder-agency'), ('fee', 'platform_fee'),
        ('contractor', 'contractor-agency')) r (measure, type)
      join transaction.invoice i on i.type = r.type
      where i.agency_id = agree_accounting_export.agency_id and i.deleted_at is null and i.status in ('open', 'closed')
        and (agree_accounting_export.raised_from is null or i.raised_date >= agree_accounting_export.raised_from)
        and (agree_accounting_export.raised_to is null or i.raised_date <= agree_accounting_export.raised_to)
        and (agree_accounting_export.currency_id is null or i.currency_id = agree_accounting_export.currency_id)
      group by r.measure, i.currency_id),
    array(
      select row(e.measure, coalesce(agree_accounting_export.raised_from, agree_accounting_export.today), e.currency_id, sum(e.amount))::report.figure
      from (
        select p.currency_id,
          case when a.kind = 'client_receivable' then 'client'
            when i.type in ('agency-provider', 'agency-funder') then 'agency'
            when i.type in ('provider-agency', 'funder-agency', 'platform_fee') then 'fee'
            when i.type = 'contractor-agency' then 'contractor' end as measure,
          case when i.type in ('agency-provider', 'agency-funder') then -p.amount else p.amount end as amount
        from ledger.posting p
        join ledger.account a on a.id = p.account_id and a.kind in ('client_receivable', 'agency_control')
        join ledger.transaction t on t.id = p.transaction_id and t.source_entity = 'transaction.invoice_set'
        join transaction.invoice i on i.id = p.invoice_id
        where p.agency_id = agree_accounting_export.agency_id
          -- A client's document stands on his account, whatever else it does to the agency's.
          and (a.kind = 'client_receivable' or i.type not in ('provider-client', 'agency-client', 'funder-client'))
          and (agree_accounting_export.raised_from is null or p.post_date >= agree_accounting_export.raised_from)
          and (agree_accounting_export.raised_to is null or p.post_date <= agree_accounting_export.raised_to)
          and (agree_accounting_export.currency_id is null or p.currency_id = agree_accounting_export.currency_id)) e
      where e.measure is not null
      group by e.measure, e.currency_id));
end $$;
