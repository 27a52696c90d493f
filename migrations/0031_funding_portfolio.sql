-- Why: the portfolio tells recourse, reassigned debt and retentions, and stands as of any day (design: money.md §1.9).
drop function report.get_funding_portfolio(uuid, date, uuid, uuid);
drop function report.get_funding_debtors(uuid, date, uuid, uuid);
drop type report.funding_portfolio;
drop type report.funding_debtor;

-- A client-facing document with something outstanding, as whoever carries its risk sees it.
create type report.funding_debt as (
  invoice_id uuid,
  invoice_set_id uuid,
  agency_id uuid,
  client_id uuid,
  currency_id uuid,
  net numeric,
  disallowed numeric,
  reason text,
  is_reassigned boolean,
  is_verified boolean,
  is_disputed boolean,
  raised_date date,
  due_date date,
  recourse numeric,
  recovered numeric,
  in_use numeric
);

-- Now, from what the documents say; or as of a day, made again from lines, credits and notes by their dates, with what was
-- noted of disallowance and recourse by then. Whether a document was in dispute is not kept by date. Funds in use are what
-- was paid out on a set whose client has not paid as much, less what its agency has made good.
create function report.funding_debts(principal_id uuid, as_of date, agency_id uuid, currency_id uuid)
  returns setof report.funding_debt language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
begin
  if funding_debts.as_of is null then
    return query
    with open as (
      select i.*, row_number() over (partition by i.invoice_set_id order by i.id) as n,
        case when i.recourse_amount > 0 then i.recourse_amount - (select coalesce(sum(c.outstanding_balance), 0)
          from transaction.collection_note c where c.invoice_id = i.id and c.source = 'disallowance' and c.deleted_at is null) else 0 end as made_good
      from transaction.invoice i
      where transaction.principal_of(i.type, i.provider_id, i.funder_id) = funding_debts.principal_id
        and i.deleted_at is null and i.status = 'open' and i.type in ('provider-client', 'agency-client', 'funder-client')
        and (funding_debts.agency_id is null or i.agency_id = funding_debts.agency_id)
        and (funding_debts.currency_id is null or i.currency_id = funding_debts.currency_id)),
    sets as (
      select o.invoice_set_id, greatest(p.paid - sum(o.paid_amount) - sum(o.made_good), 0) as in_use
      from open o
      cross join lateral (
        select coalesce(sum(p.paid_amount), 0) as paid from transaction.invoice p
        where p.invoice_set_id = o.invoice_set_id and p.status in ('open', 'closed') and p.type in ('contractor-agency',
          'agency_earnings', 'employer_ni', 'employer_pension', 'apprenticeship_levy', 'holiday_pay_retained')) p
      group by o.invoice_set_id, p.paid)
    select o.id, o.invoice_set_id, o.agency_id, o.client_id, o.currency_id, o.outstanding_balance, o.disallowed_amount,
      o.disallowed_status, o.reassigned_on is not null, o.timesheet_id is not null or o.expense_id is not null, o.is_disputed,
      o.raised_date, o.due_date, o.recourse_amount, o.made_good, case when o.n = 1 then s.in_use else 0 end
    from open o join sets s on s.invoice_set_id = o.invoice_set_id;
    return;
  end if;
  return query
  with documents as (
    select i.id, i.invoice_set_id, i.agency_id, i.client_id, i.currency_id, i.raised_date, i.due_date, i.reassigned_on, i.total_amount,
      i.timesheet_id is not null or i.expense_id is not null as is_verified, coalesce(l.paid, 0) as paid,
      i.total_amount - coalesce(l.paid, 0) - coalesce(c.credited, 0) + coalesce(u.used, 0) as net
    from transaction.invoice i
    left join lateral (select sum(d.amount) as paid from transaction.payment_receipt_detail d
      where d.invoice_id = i.id and d.post_date <= funding_debts.as_of
        and (d.reversal_date is null or d.reversal_date > funding_debts.as_of)) l on true
    left join lateral (select sum(a.amount) as credited from transaction.credit_allocation a
      where a.invoice_id = i.id and a.post_date <= funding_debts.as_of
        and (a.reversal_date is null or a.reversal_date > funding_debts.as_of)) c on true
    left join lateral (select sum(a.amount) as used from transaction.credit_allocation a
      where a.credit_note_id = i.id and a.post_date <= funding_debts.as_of
        and (a.reversal_date is null or a.reversal_date > funding_debts.as_of)) u on true
    where transaction.principal_of(i.type, i.provider_id, i.funder_id) = funding_debts.principal_id
      and i.deleted_at is null and i.status in ('open', 'closed') and i.type in ('provider-client', 'agency-client', 'funder-client')
      and i.raised_date <= funding_debts.as_of
      and (funding_debts.agency_id is null or i.agency_id = funding_debts.agency_id)
      and (funding_debts.currency_id is null or i.currency_id = funding_debts.currency_id)),
  open as (
    select d.*, row_number() over (partition by d.invoice_set_id order by d.id) as n, coalesce(j.amount, 0) as disallowed, j.reason,
      coalesce(r.balance, 0) as recourse, coalesce(m.made_good, 0) as made_good
    from documents d
    left join lateral (select amount, reason from transaction.disallowance j
      where j.invoice_id = d.id and j.on_date <= funding_debts.as_of order by j.created_at desc, j.id desc limit 1) j on true
    left join lateral (select balance from transaction.recourse_entry r
      where r.invoice_id = d.id and r.on_date <= funding_debts.as_of order by r.created_at desc, r.id desc limit 1) r on true
    left join lateral (select sum(p.amount) as made_good from transaction.collection_note c
      join transaction.payment_receipt_detail p on p.payment_receipt_summary_id = c.payment_receipt_summary_id
      where c.invoice_id = d.id and c.source = 'disallowance' and p.post_date <= funding_debts.as_of
        and (p.reversal_date is null or p.reversal_date > funding_debts.as_of)) m on true
    where d.net <> 0),
  sets as (
    select o.invoice_set_id, greatest(p.paid - sum(o.paid) - sum(o.made_good), 0) as in_use
    from open o
    cross join lateral (
      select coalesce(sum(l.amount), 0) as paid from transaction.invoice p
      join transaction.payment_receipt_detail l on l.invoice_id = p.id and l.post_date <= funding_debts.as_of
        and (l.reversal_date is null or l.reversal_date > funding_debts.as_of)
      where p.invoice_set_id = o.invoice_set_id and p.status in ('open', 'closed') and p.type in ('contractor-agency',
        'agency_earnings', 'employer_ni', 'employer_pension', 'apprenticeship_levy', 'holiday_pay_retained')) p
    group by o.invoice_set_id, p.paid)
  select o.id, o.invoice_set_id, o.agency_id, o.client_id, o.currency_id, o.net, least(o.disallowed, greatest(o.net, 0)), o.reason,
    coalesce(o.reassigned_on <= funding_debts.as_of, false), o.is_verified, null::boolean, o.raised_date, o.due_date, o.recourse,
    o.made_good, case when o.n = 1 then s.in_use else 0 end
  from open o join sets s on s.invoice_set_id = o.invoice_set_id;
end $$;

create type report.funding_debtor as (
  id uuid,
  agency_id uuid,
  agency_name text,
  client_id uuid,
  client_human_id text,
  client_name text,
  currency_id uuid,
  alpha_code text,
  invoice_count integer,
  net_outstanding_balance numeric,
  disallowed_age numeric,
  disallowed_part_paid numeric,
  disallowed_credit_limit numeric,
  eligible numeric,
  share_percent numeric,
  concentration_excess numeric,
  credit_limit numeric,
  headroom numeric,
  overdue_amount numeric,
  disputed_amount numeric,
  oldest_raised_date date,
  reassigned_amount numeric,
  recourse_amount numeric,
  recourse_outstanding numeric,
  funds_in_use numeric,
  verified_amount numeric
);

-- Each client of each agency: the debt, less what is disallowed and why, and what of the rest is more than one client may
-- make up of the agency's whole. Debt that was reassigned is the agency's and stands apart. Credit notes are negative. The
-- credit limit is the client's, whoever supplies it; its headroom counts the debt to this principal alone.
create function report.get_funding_debtors(principal_id uuid, today date, agency_id uuid default null, currency_id uuid default null,
    as_of date default null)
  returns setof report.funding_debtor language sql stable as $$
  with at as (
    select least(coalesce(get_funding_debtors.as_of, get_funding_debtors.today), get_funding_debtors.today) as day,
      case when get_funding_debtors.as_of < get_funding_debtors.today then get_funding_debtors.as_of end as past),
  rule as (
    select f.concentration_percent from at, business.funding_rule f
    where f.principal_id = get_funding_debtors.principal_id and f.deleted_at is null
      and f.effective_from <= at.day and (f.effective_to is null or f.effective_to >= at.day)
    order by f.effective_from desc limit 1),
  debt as (
    select d.agency_id, d.client_id, d.currency_id, (count(*) filter (where not d.is_reassigned))::int as invoice_count,
      coalesce(sum(d.net) filter (where not d.is_reassigned), 0) as net,
      coalesce(sum(d.disallowed) filter (where d.reason = 'Age disapproval' and not d.is_reassigned), 0) as out_of_age,
      coalesce(sum(d.disallowed) filter (where d.reason = 'Partly paid invoice disapproval' and not d.is_reassigned), 0) as part_paid,
      coalesce(sum(d.disallowed) filter (where d.reason = 'Credit Limit exceeded' and not d.is_reassigned), 0) as over_limit,
      coalesce(sum(d.net - d.disallowed) filter (where not d.is_reassigned), 0) as eligible,
      coalesce(sum(d.net) filter (where d.due_date < at.day and not d.is_reassigned), 0) as overdue,
      case when at.past is null then coalesce(sum(d.net) filter (where d.is_disputed and not d.is_reassigned), 0) end as disputed,
      min(d.raised_date) filter (where not d.is_reassigned) as oldest,
      coalesce(sum(d.net) filter (where d.is_reassigned), 0) as reassigned, sum(d.recourse) as recourse,
      sum(d.recourse - d.recovered) as to_recover, sum(d.in_use) as in_use,
      coalesce(sum(d.net) filter (where d.is_verified and not d.is_reassigned), 0) as verified
    from at, report.funding_debts(get_funding_debtors.principal_id, at.past, get_funding_debtors.agency_id, get_funding_debtors.currency_id) d
    group by d.agency_id, d.client_id, d.currency_id, at.past),
  shared as (
    select d.*, sum(d.eligible) over (partition by d.agency_id, d.currency_id) as whole,
      sum(d.net) over (partition by d.client_id, d.currency_id) as owed_in_all
    from debt d)
  select md5(s.agency_id::text || s.client_id::text || s.currency_id::text)::uuid, s.agency_id, a.name, s.client_id, c.human_id, c.name,
    s.currency_id, y.alpha_code, s.invoice_count, s.net, s.out_of_age, s.part_paid, s.over_limit, s.eligible,
    case when s.whole > 0 then round(100 * s.eligible / s.whole, 2) end,
    case when r.concentration_percent is not null and s.whole > 0
      then greatest(s.eligible - round(s.whole * r.concentration_percent / 100, 2), 0) else 0 end,
    l.amount, l.amount - s.owed_in_all, s.overdue, s.disputed, s.oldest, s.reassigned, s.recourse, s.to_recover, s.in_use, s.verified
  from at cross join shared s
  join business.business a on a.id = s.agency_id
  join business.business c on c.id = s.client_id
  join platform.currency y on y.id = s.currency_id
  left join rule r on true
  left join lateral (
    select k.amount from business.credit_limit k
    where k.client_id = s.client_id and k.currency_id = s.currency_id and k.limiter_id = get_funding_debtors.principal_id
      and k.agency_id is null and k.deleted_at is null and k.effective_from <= at.day
      and (k.effective_to is null or k.effective_to >= at.day)
    order by k.effective_from desc, k.id desc limit 1) l on true
$$;

create type report.funding_portfolio as (
  id uuid,
  agency_id uuid,
  agency_human_id text,
  agency_name text,
  currency_id uuid,
  alpha_code text,
  client_count integer,
  invoice_count integer,
  net_outstanding_balance numeric,
  disallowed_age numeric,
  disallowed_part_paid numeric,
  disallowed_credit_limit numeric,
  eligible numeric,
  concentration_excess numeric,
  advance_percent numeric,
  availability numeric,
  funds_in_use numeric,
  retention_amount numeric,
  headroom numeric,
  overdue_amount numeric,
  disputed_amount numeric,
  verified_amount numeric,
  reassigned_amount numeric,
  recourse_amount numeric,
  recourse_outstanding numeric,
  raised_90_days numeric,
  credited_90_days numeric,
  dilution_percent numeric,
  dso_days numeric
);

-- The waterfall of each agency and currency: ledger, less what is disallowed by reason, eligible, less concentration,
-- times the advance, less what is out already and what is kept back. Availability is indicative, and absent until somebody
-- has set what is advanced. Dilution is credit given against what was raised in 90 days; days sales outstanding count the
-- debt in days of those.
create function report.get_funding_portfolio(principal_id uuid, today date, agency_id uuid default null, currency_id uuid default null,
    as_of date default null)
  returns setof report.funding_portfolio language sql stable as $$
  with at as (
    select least(coalesce(get_funding_portfolio.as_of, get_funding_portfolio.today), get_funding_portfolio.today) as day),
  rule as (
    select f.advance_percent from at, business.funding_rule f
    where f.principal_id = get_funding_portfolio.principal_id and f.deleted_at is null
      and f.effective_from <= at.day and (f.effective_to is null or f.effective_to >= at.day)
    order by f.effective_from desc limit 1),
  totals as (
    select d.agency_id, d.currency_id, d.alpha_code, count(*)::int as clients, sum(d.invoice_count)::int as invoices,
      sum(d.net_outstanding_balance) as net, sum(d.disallowed_age) as out_of_age, sum(d.disallowed_part_paid) as part_paid,
      sum(d.disallowed_credit_limit) as over_limit, sum(d.eligible) as eligible, sum(d.concentration_excess) as excess,
      sum(d.overdue_amount) as overdue, sum(d.disputed_amount) as disputed, sum(d.reassigned_amount) as reassigned,
      sum(d.recourse_amount) as recourse, sum(d.recourse_outstanding) as to_recover, sum(d.funds_in_use) as in_use,
      sum(d.verified_amount) as verified
    from report.get_funding_debtors(get_funding_portfolio.principal_id, get_funding_portfolio.today,
      get_funding_portfolio.agency_id, get_funding_portfolio.currency_id, get_funding_portfolio.as_of) d
    group by d.agency_id, d.currency_id, d.alpha_code),
  kept_back as (
    select f.agency_id, f.currency_id, sum(f.amount) as amount from at, business.funding_retention f
    where f.principal_id = get_funding_portfolio.principal_id and f.deleted_at is null
      and f.effective_from <= at.day and (f.effective_to is null or f.effective_to >= at.day)
    group by f.agency_id, f.currency_id),
  lately as (
    select i.agency_id, i.currency_id, coalesce(sum(i.total_amount) filter (where not i.is_credit_note), 0) as raised,
      coalesce(-sum(i.total_amount) filter (where i.is_credit_note), 0) as credited
    from at, transaction.invoice i
    where transaction.principal_of(i.type, i.provider_id, i.funder_id) = get_funding_portfolio.principal_id
      and i.deleted_at is null and i.status in ('open', 'closed') and i.type in ('provider-client', 'agency-client', 'funder-client')
      and i.raised_date > at.day - 90 and i.raised_date <= at.day
      and (get_funding_portfolio.agency_id is null or i.agency_id = get_funding_portfolio.agency_id)
      and (get_funding_portfolio.currency_id is null or i.currency_id = get_funding_portfolio.currency_id)
    group by i.agency_id, i.currency_id),
  sums as (
    select t.*, r.advance_percent, round((t.eligible - t.excess) * r.advance_percent / 100, 2) as availability,
      coalesce(b.amount, 0) as kept_back, coalesce(k.raised, 0) as raised, coalesce(k.credited, 0) as credited
    from totals t
    left join rule r on true
    left join kept_back b on b.agency_id = t.agency_id and b.currency_id = t.currency_id
    left join lately k on k.agency_id = t.agency_id and k.currency_id = t.currency_id)
  select md5(t.agency_id::text || t.currency_id::text)::uuid, t.agency_id, a.human_id, a.name, t.currency_id, t.alpha_code, t.clients,
    t.invoices, t.net, t.out_of_age, t.part_paid, t.over_limit, t.eligible, t.excess, t.advance_percent, t.availability, t.in_use,
    t.kept_back, t.availability - t.in_use - t.kept_back, t.overdue, t.disputed, t.verified, t.reassigned, t.recourse, t.to_recover,
    t.raised, t.credited, case when t.raised > 0 then round(100 * t.credited / t.raised, 2) end,
    case when t.raised > 0 then round(90 * t.net / t.raised, 1) end
  from sums t join business.business a on a.id = t.agency_id
$$;
