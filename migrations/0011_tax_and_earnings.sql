-- Why: what an agency owes in VAT by quarter, what each piece of work left it, and what of that has been paid (spec §2,
-- §7.5). Like 0009 these are plain SQL of the caller's own rights; the data endpoint forces agency_id and today.

-- Documents with VAT of the agency's own: its sales and its purchases. The index alone answers the report.
create index invoice_vat on transaction.invoice (agency_id, currency_id, raised_date) include (type, tax_amount)
  where deleted_at is null and status in ('open', 'closed')
    and type in ('agency-provider', 'agency-client', 'agency-funder', 'contractor-agency', 'provider-agency', 'platform_fee', 'funder-agency');
create index invoice_earnings on transaction.invoice (agency_id, raised_date)
  where deleted_at is null and status in ('open', 'closed') and type = 'agency_earnings';
create index invoice_platform_fee on transaction.invoice (invoice_set_id) include (total_amount)
  where deleted_at is null and type = 'platform_fee';

create type report.agency_vat_liability as (
  id uuid,
  quarter_start date,
  quarter_end date,
  payment_deadline date,
  currency_id uuid,
  alpha_code text,
  input_tax numeric,
  output_tax numeric,
  vat_liability numeric
);

-- VAT of the agency's sales less that of its purchases by the day a document was raised (registers.md §4.2). Credit
-- notes are negative, cancelled and draft documents no part of it. Every quarter from the first document to this day's is
-- there, since a return is due for an empty one, too. The deadline is a calendar month and seven days after the quarter:
-- the 7th, whatever the length of the months. Stagger 1 ends its quarters in March, June, September and December (the
-- calendar's), 2 a month later, 3 two months later.
create function report.get_agency_vat_liability(agency_id uuid, today date, currency_id uuid default null, stagger integer default 1)
  returns setof report.agency_vat_liability language sql stable parallel safe as $$
  with stagger as (select make_interval(months => case get_agency_vat_liability.stagger when 2 then 1 when 3 then 2 else 0 end) as shift),
  daily as (
    select i.currency_id, i.raised_date,
      sum(i.tax_amount) filter (where i.type in ('agency-provider', 'agency-client', 'agency-funder')) as output_tax,
      sum(i.tax_amount) filter (where i.type in ('contractor-agency', 'provider-agency', 'platform_fee', 'funder-agency')) as input_tax
    from transaction.invoice i
    where i.agency_id = get_agency_vat_liability.agency_id and i.deleted_at is null and i.status in ('open', 'closed')
      and i.type in ('agency-provider', 'agency-client', 'agency-funder', 'contractor-agency', 'provider-agency', 'platform_fee', 'funder-agency')
      and (get_agency_vat_liability.currency_id is null or i.currency_id = get_agency_vat_liability.currency_id)
    group by i.currency_id, i.raised_date),
  quarterly as (
    select d.currency_id, (date_trunc('quarter', date_trunc('month', d.raised_date::timestamp) - s.shift) + s.shift) as starts,
      coalesce(sum(d.output_tax), 0) as output_tax, coalesce(sum(d.input_tax), 0) as input_tax
    from daily d cross join stagger s group by 1, 2),
  spans as (
    select q.currency_id, min(q.starts) as first,
      greatest(max(q.starts), (date_trunc('quarter', date_trunc('month', get_agency_vat_liability.today::timestamp) - s.shift) + s.shift)) as last
    from quarterly q cross join stagger s group by q.currency_id, s.shift)
  select md5(g.starts::date::text || y.id::text)::uuid, g.starts::date, (g.starts + interval '3 months')::date - 1,
    (g.starts + interval '4 months')::date + 6, y.id, y.alpha_code,
    coalesce(q.input_tax, 0), coalesce(q.output_tax, 0), coalesce(q.output_tax, 0) - coalesce(q.input_tax, 0)
  from spans s
  cross join lateral generate_series(s.first, s.last, interval '3 months') g(starts)
  join platform.currency y on y.id = s.currency_id
  left join quarterly q on q.currency_id = s.currency_id and q.starts = g.starts
$$;

create type report.agency_commission as (
  id uuid,
  raised_date date,
  week_end_date date,
  payment_reference text,
  generated_for text,
  status text,
  funding_model text,
  funding_type text,
  contract_id uuid,
  contract_human_id text,
  contract_title text,
  client_id uuid,
  client_human_id text,
  client_name text,
  contractor_id uuid,
  contractor_human_id text,
  contractor_name text,
  timesheet_id uuid,
  expense_id uuid,
  currency_id uuid,
  alpha_code text,
  total_units numeric,
  client_gross numeric,
  contractor_gross numeric,
  fee_gross numeric,
  platform_fee numeric,
  funder_fee numeric,
  on_costs numeric,
  agency_gross numeric,
  agency_tax numeric,
  agency_net numeric
);

-- A row for each set of documents: what the client was charged, what of it went to the contractor and in fees, and what
-- the agency earned; the payment reference is AGYCOM- and the day and month of the week end date (spec §2). In the indirect model the fees are the platform's and the funder's. Work without a week of its
-- own (a permanent placement) counts to the week in which it was invoiced.
create function report.get_agency_commission(agency_id uuid)
  returns setof report.agency_commission language sql stable parallel safe as $$
  select s.id, s.raised_date, w.ends, 'AGYCOM-' || to_char(w.ends, 'DDMM'), s.generated_for, s.status, s.funding_model, s.funding_type,
    c.id, c.human_id, c.title, l.id, l.human_id, l.name, k.id, k.human_id, k.name, s.timesheet_id, s.expense_id, y.id, y.alpha_code,
    s.total_units::numeric, s.client_gross::numeric, s.contractor_gross::numeric, s.fee_gross::numeric,
    case when s.funding_model = 'indirect' then coalesce((select sum(p.total_amount) from transaction.invoice p
      where p.invoice_set_id = s.id and p.type = 'platform_fee' and p.deleted_at is null), 0) end,
    case when s.funding_model = 'indirect' then s.fee_gross - coalesce((select sum(p.total_amount) from transaction.invoice p
      where p.invoice_set_id = s.id and p.type = 'platform_fee' and p.deleted_at is null), 0) end,
    s.on_costs::numeric, s.agency_gross::numeric, s.agency_tax::numeric, s.agency_net::numeric
  from transaction.invoice_set s
  left join transaction.timesheet t on t.id = s.timesheet_id
  left join contract.contract c on c.id = s.contract_id
  left join business.business l on l.id = s.client_id
  left join business.business k on k.id = s.contractor_id
  left join platform.currency y on y.id = s.currency_id
  cross join lateral (select coalesce(t.end_date, (date_trunc('week', s.raised_date::timestamp) + interval '6 days')::date) as ends) w
  where s.agency_id = get_agency_commission.agency_id and s.deleted_at is null
$$;

create type report.agency_earnings as (
  id uuid,
  week_end_date date,
  payment_reference text,
  currency_id uuid,
  alpha_code text,
  document_count integer,
  total_amount numeric,
  paid_amount numeric,
  outstanding_balance numeric
);

-- Earnings documents by the week they were earned in: what has been paid to the agency and what has not. The days are
-- those on which the documents were raised.
create function report.get_agency_earnings(agency_id uuid, raised_from date default null, raised_to date default null, currency_id uuid default null)
  returns setof report.agency_earnings language sql stable parallel safe as $$
  select md5(e.week_end_date::text || y.id::text)::uuid, e.week_end_date, 'AGYCOM-' || to_char(e.week_end_date, 'DDMM'),
    y.id, y.alpha_code, e.document_count, e.total_amount, e.paid_amount, e.outstanding_balance
  from (
    select coalesce(i.period_end, (date_trunc('week', i.raised_date::timestamp) + interval '6 days')::date) as week_end_date,
      i.currency_id, count(*)::int as document_count, sum(i.total_amount) as total_amount, sum(i.paid_amount) as paid_amount,
      sum(i.outstanding_balance) as outstanding_balance
    from transaction.invoice i
    where i.agency_id = get_agency_earnings.agency_id and i.deleted_at is null and i.status in ('open', 'closed')
      and i.type = 'agency_earnings'
      and (get_agency_earnings.raised_from is null or i.raised_date >= get_agency_earnings.raised_from)
      and (get_agency_earnings.raised_to is null or i.raised_date <= get_agency_earnings.raised_to)
      and (get_agency_earnings.currency_id is null or i.currency_id = get_agency_earnings.currency_id)
    group by 1, 2) e
  join platform.currency y on y.id = e.currency_id
$$;
