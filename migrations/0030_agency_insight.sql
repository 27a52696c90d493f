-- Why: what an agency's owner watches (spec §2, insight): month by month and per currency what was billed, earned, received
-- and worked, how soon clients paid and how soon timesheets were approved. One pass over each table's own rows.
create index payment_receipt_summary_agency_day on transaction.payment_receipt_summary (agency_id, transaction_date desc)
  where deleted_at is null and type = 'receipt';
create index timesheet_agency_end on transaction.timesheet (agency_id, end_date desc) where deleted_at is null;

create type report.agency_insight as (
  id uuid,
  month date,
  currency_id uuid,
  alpha_code text,
  billed_count integer,
  billed_amount numeric,
  work_count integer,
  charged_amount numeric,
  margin_amount numeric,
  receipt_count integer,
  received_amount numeric,
  hours numeric,
  days numeric,
  timesheet_count integer,
  on_time_count integer,
  paid_count integer,
  paid_amount numeric,
  days_to_pay numeric
);

-- A month stands by its first day. Billed: documents to clients by the day they were raised, credit notes with them. Charged
-- and margin: what work charged and left, by the same day. Received: receipts by their day, none that was reversed. Worked:
-- approved timesheets by the last day of their period; on time is within seven days after it, by the calendar of London.
-- Days to pay: from raised to the last payment of what clients have paid, weighted by the amount.
create function report.get_agency_insight(agency_id uuid, raised_from date default null, raised_to date default null)
  returns setof report.agency_insight language sql stable parallel safe as $$
  with billed as (
    select date_trunc('month', i.raised_date::timestamp)::date as month, i.currency_id, count(*)::int as n, sum(i.total_amount) as amount
    from transaction.invoice i
    where i.agency_id = get_agency_insight.agency_id and i.deleted_at is null and i.status in ('open', 'closed')
      and i.type in ('provider-client', 'agency-client', 'funder-client')
      and (get_agency_insight.raised_from is null or i.raised_date >= get_agency_insight.raised_from)
      and (get_agency_insight.raised_to is null or i.raised_date <= get_agency_insight.raised_to)
    group by 1, 2
  ), work as (
    select date_trunc('month', s.raised_date::timestamp)::date as month, s.currency_id, count(*)::int as n,
      sum(s.client_gross) as charged, sum(s.agency_gross) as margin
    from transaction.invoice_set s
    where s.agency_id = get_agency_insight.agency_id and s.deleted_at is null
      and (get_agency_insight.raised_from is null or s.raised_date >= get_agency_insight.raised_from)
      and (get_agency_insight.raised_to is null or s.raised_date <= get_agency_insight.raised_to)
    group by 1, 2
  ), received as (
    select date_trunc('month', r.transaction_date::timestamp)::date as month, r.currency_id, count(*)::int as n, sum(r.amount) as amount
    from transaction.payment_receipt_summary r
    where r.agency_id = get_agency_insight.agency_id and r.deleted_at is null and r.type = 'receipt'
      and r.status in ('allocated', 'partially_matched', 'matched')
      and (get_agency_insight.raised_from is null or r.transaction_date >= get_agency_insight.raised_from)
      and (get_agency_insight.raised_to is null or r.transaction_date <= get_agency_insight.raised_to)
    group by 1, 2
  ), worked as (
    select date_trunc('month', t.end_date::timestamp)::date as month, t.currency_id, count(*)::int as n,
      coalesce(sum(t.total_units) filter (where t.unit_type = 'hourly'), 0) as hours,
      coalesce(sum(t.total_units) filter (where t.unit_type = 'daily'), 0) as days,
      count(*) filter (where (t.approved_at at time zone 'Europe/London')::date <= t.end_date + 7)::int as on_time
    from transaction.timesheet t
    where t.agency_id = get_agency_insight.agency_id and t.deleted_at is null and t.status = 'approved'
      and (get_agency_insight.raised_from is null or t.end_date >= get_agency_insight.raised_from)
      and (get_agency_insight.raised_to is null or t.end_date <= get_agency_insight.raised_to)
    group by 1, 2
  ), paid as (
    select date_trunc('month', i.last_payment_date::timestamp)::date as month, i.currency_id, count(*)::int as n,
      sum(i.total_amount) as amount,
      round(sum(i.total_amount * (i.last_payment_date - i.raised_date)) / sum(i.total_amount), 1) as days
    from transaction.invoice i
    where i.agency_id = get_agency_insight.agency_id and i.deleted_at is null and i.status = 'closed'
      and i.type in ('provider-client', 'agency-client', 'funder-client') and i.total_amount > 0
      and i.last_payment_date is not null
      and (get_agency_insight.raised_from is null or i.last_payment_date >= get_agency_insight.raised_from)
      and (get_agency_insight.raised_to is null or i.last_payment_date <= get_agency_insight.raised_to)
    group by 1, 2
  ), seen as (
    select month, currency_id from billed union select month, currency_id from work union select month, currency_id from received
    union select month, currency_id from worked union select month, currency_id from paid
  )
  select md5(m.month::text || m.currency_id::text)::uuid, m.month, y.id, y.alpha_code, coalesce(b.n, 0), coalesce(b.amount, 0),
    coalesce(k.n, 0), coalesce(k.charged, 0), coalesce(k.margin, 0), coalesce(r.n, 0), coalesce(r.amount, 0),
    coalesce(w.hours, 0), coalesce(w.days, 0), coalesce(w.n, 0), coalesce(w.on_time, 0),
    coalesce(p.n, 0), coalesce(p.amount, 0), p.days
  from seen m
  join platform.currency y on y.id = m.currency_id
  left join billed b on b.month = m.month and b.currency_id = m.currency_id
  left join work k on k.month = m.month and k.currency_id = m.currency_id
  left join received r on r.month = m.month and r.currency_id = m.currency_id
  left join worked w on w.month = m.month and w.currency_id = m.currency_id
  left join paid p on p.month = m.month and p.currency_id = m.currency_id
$$;
