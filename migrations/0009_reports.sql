-- Why: the agency's books as spec §7.5 asks for them, function-backed tables scoped to one agency. They are plain SQL of
-- the caller's own rights, so that PostgreSQL takes them apart and a filter or a limit reaches the index below, and so
-- that a function gives nobody a column that his role was not granted. The data endpoint forces agency_id and today.
create schema report;

-- Open client-facing documents, as statement and ledger read them: the index alone answers the statement.
create index invoice_sales_ledger on transaction.invoice (agency_id, currency_id, client_id, due_date) include (outstanding_balance)
  where deleted_at is null and status = 'open' and type in ('provider-client', 'agency-client', 'funder-client');
create index payment_receipt_unmatched on transaction.payment_receipt_summary (agency_id, currency_id)
  where deleted_at is null and type = 'receipt' and status in ('allocated', 'partially_matched');

create type report.client_statement as (
  id uuid,
  client_id uuid,
  client_human_id text,
  client_name text,
  currency_id uuid,
  alpha_code text,
  invoice_count integer,
  aged_current numeric,
  aged_0_30 numeric,
  aged_31_60 numeric,
  aged_61_90 numeric,
  aged_91_120 numeric,
  aged_over_120 numeric,
  net_outstanding_balance numeric,
  unallocated_amount numeric,
  credit_limit numeric,
  headroom numeric,
  oldest_due_date date
);

-- What each client owes, per currency, by age past the due date (spec §9); the buckets add up to the net outstanding
-- balance (I8). Credit notes are negative. Money that came in and is not matched yet stands beside it: it is nobody's
-- payment until it is matched. Headroom is the limit less this agency's debt.
create function report.get_client_statement(agency_id uuid, today date, client_id uuid default null, currency_id uuid default null)
  returns setof report.client_statement language sql stable parallel safe as $$
  with owed as (
    select i.client_id, i.currency_id, count(*)::int as invoice_count, min(i.due_date) as oldest_due_date,
      sum(i.outstanding_balance) filter (where i.due_date >= get_client_statement.today) as aged_current,
      sum(i.outstanding_balance) filter (where get_client_statement.today - i.due_date between 1 and 30) as aged_0_30,
      sum(i.outstanding_balance) filter (where get_client_statement.today - i.due_date between 31 and 60) as aged_31_60,
      sum(i.outstanding_balance) filter (where get_client_statement.today - i.due_date between 61 and 90) as aged_61_90,
      sum(i.outstanding_balance) filter (where get_client_statement.today - i.due_date between 91 and 120) as aged_91_120,
      sum(i.outstanding_balance) filter (where get_client_statement.today - i.due_date > 120) as aged_over_120,
      sum(i.outstanding_balance) as net
    from transaction.invoice i
    where i.agency_id = get_client_statement.agency_id and i.deleted_at is null and i.status = 'open'
      and i.type in ('provider-client', 'agency-client', 'funder-client')
      and (get_client_statement.client_id is null or i.client_id = get_client_statement.client_id)
      and (get_client_statement.currency_id is null or i.currency_id = get_client_statement.currency_id)
    group by i.client_id, i.currency_id),
  unmatched as (
    select s.for_business_id as client_id, s.currency_id, sum(s.unmatched_amount) as amount
    from transaction.payment_receipt_summary s
    where s.agency_id = get_client_statement.agency_id and s.deleted_at is null and s.type = 'receipt'
      and s.status in ('allocated', 'partially_matched')
      and (get_client_statement.client_id is null or s.for_business_id = get_client_statement.client_id)
      and (get_client_statement.currency_id is null or s.currency_id = get_client_statement.currency_id)
    group by s.for_business_id, s.currency_id)
  select md5(b.id::text || y.id::text)::uuid, b.id, b.human_id, b.name, y.id, y.alpha_code, coalesce(o.invoice_count, 0),
    coalesce(o.aged_current, 0), coalesce(o.aged_0_30, 0), coalesce(o.aged_31_60, 0), coalesce(o.aged_61_90, 0),
    coalesce(o.aged_91_120, 0), coalesce(o.aged_over_120, 0), coalesce(o.net, 0), coalesce(u.amount, 0),
    l.amount, l.amount - coalesce(o.net, 0), o.oldest_due_date
  from owed o
  full join unmatched u on u.client_id = o.client_id and u.currency_id = o.currency_id
  join business.business b on b.id = coalesce(o.client_id, u.client_id)
  join platform.currency y on y.id = coalesce(o.currency_id, u.currency_id)
  left join lateral (
    select c.amount from business.credit_limit c
    where c.client_id = b.id and c.currency_id = y.id and c.deleted_at is null
      and (c.agency_id is null or c.agency_id = get_client_statement.agency_id)
      and c.effective_from <= get_client_statement.today
      and (c.effective_to is null or c.effective_to >= get_client_statement.today)
    order by c.agency_id is not null desc, c.effective_from desc, c.id desc limit 1) l on true
$$;

create type report.agency_sales_ledger_detail as (
  id uuid,
  kind text,
  human_id text,
  type text,
  client_id uuid,
  client_human_id text,
  client_name text,
  currency_id uuid,
  alpha_code text,
  raised_date date,
  due_date date,
  payment_terms integer,
  amount numeric,
  tax_amount numeric,
  total_amount numeric,
  paid_amount numeric,
  outstanding_balance numeric,
  last_payment_date date,
  age integer,
  days_overdue integer,
  age_bucket text,
  is_overdue boolean,
  is_part_paid boolean,
  is_disputed boolean,
  is_disallowed boolean,
  is_credit_note boolean,
  funding_type text,
  po_number text,
  contract_id uuid,
  contractor_id uuid,
  timesheet_id uuid
);

-- Every open client-facing document, credit notes negative, and what came in and is not matched yet as receipts with a
-- negative balance. Closed and cancelled documents are excluded (spec §4).
create function report.get_agency_sales_ledger_detail(agency_id uuid, today date, client_id uuid default null, currency_id uuid default null)
  returns setof report.agency_sales_ledger_detail language sql stable parallel safe as $$
  select i.id, case when i.is_credit_note then 'credit_note' else 'invoice' end, i.human_id, i.type, b.id, b.human_id, b.name,
    y.id, y.alpha_code, i.raised_date, i.due_date, i.payment_terms, i.amount::numeric, i.tax_amount::numeric,
    i.total_amount::numeric, i.paid_amount::numeric, i.outstanding_balance::numeric, i.last_payment_date,
    get_agency_sales_ledger_detail.today - i.raised_date, greatest(get_agency_sales_ledger_detail.today - i.due_date, 0),
    transaction.age_bucket(i.status, i.due_date, get_agency_sales_ledger_detail.today),
    i.due_date < get_agency_sales_ledger_detail.today, i.is_part_paid, i.is_disputed, i.is_disallowed, i.is_credit_note,
    i.funding_type, i.po_number, i.contract_id, i.contractor_id, i.timesheet_id
  from transaction.invoice i
  join business.business b on b.id = i.client_id
  join platform.currency y on y.id = i.currency_id
  where i.agency_id = get_agency_sales_ledger_detail.agency_id and i.deleted_at is null and i.status = 'open'
    and i.type in ('provider-client', 'agency-client', 'funder-client')
    and (get_agency_sales_ledger_detail.client_id is null or i.client_id = get_agency_sales_ledger_detail.client_id)
    and (get_agency_sales_ledger_detail.currency_id is null or i.currency_id = get_agency_sales_ledger_detail.currency_id)
  union all
  select s.id, 'receipt', s.human_id, s.type, b.id, b.human_id, b.name, y.id, y.alpha_code, s.transaction_date, s.transaction_date,
    0, (-s.amount)::numeric, 0::numeric, (-s.amount)::numeric, (-s.matched_amount)::numeric, (-s.unmatched_amount)::numeric,
    s.transaction_date, get_agency_sales_ledger_detail.today - s.transaction_date, 0, 'current', false, s.matched_amount > 0,
    false, false, false, null::text, null::text, null::uuid, null::uuid, null::uuid
  from transaction.payment_receipt_summary s
  join business.business b on b.id = s.for_business_id
  join platform.currency y on y.id = s.currency_id
  where s.agency_id = get_agency_sales_ledger_detail.agency_id and s.deleted_at is null and s.type = 'receipt'
    and s.status in ('allocated', 'partially_matched')
    and (get_agency_sales_ledger_detail.client_id is null or s.for_business_id = get_agency_sales_ledger_detail.client_id)
    and (get_agency_sales_ledger_detail.currency_id is null or s.currency_id = get_agency_sales_ledger_detail.currency_id)
$$;

create type report.agency_sales_ledger as (
  id uuid,
  currency_id uuid,
  alpha_code text,
  client_count integer,
  invoice_count integer,
  aged_current numeric,
  aged_0_30 numeric,
  aged_31_60 numeric,
  aged_61_90 numeric,
  aged_91_120 numeric,
  aged_over_120 numeric,
  overdue_amount numeric,
  net_outstanding_balance numeric,
  unallocated_amount numeric
);

-- The ledger's totals, one row a currency: amounts of two currencies are never added.
create function report.get_agency_sales_ledger(agency_id uuid, today date, currency_id uuid default null)
  returns setof report.agency_sales_ledger language sql stable parallel safe as $$
  select s.currency_id, s.currency_id, s.alpha_code, count(*) filter (where s.invoice_count > 0)::int, sum(s.invoice_count)::int,
    sum(s.aged_current), sum(s.aged_0_30), sum(s.aged_31_60), sum(s.aged_61_90), sum(s.aged_91_120), sum(s.aged_over_120),
    sum(s.net_outstanding_balance - s.aged_current), sum(s.net_outstanding_balance), sum(s.unallocated_amount)
  from report.get_client_statement(get_agency_sales_ledger.agency_id, get_agency_sales_ledger.today, null, get_agency_sales_ledger.currency_id) s
  group by s.currency_id, s.alpha_code
$$;
