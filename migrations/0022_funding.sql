-- Why: what of a client's debt is good enough to advance money on, by whose rules, and since when (design: money.md §1.9).

-- The rules of who carries the risk, by date. A new version ends the one before on the day before its own start.
create table business.funding_rule (
  id uuid primary key default platform.new_id(),
  principal_id uuid not null references business.business (id),
  provider_id uuid not null references business.business (id),
  -- Older than this is out: Age disapproval.
  age_days integer not null check (age_days between 1 and 730),
  age_basis text not null check (age_basis in ('raised_date', 'due_date')),
  -- Paid in part and nothing since for longer than this is out: Partly paid invoice disapproval.
  part_paid_days integer not null check (part_paid_days between 0 and 730),
  -- Per cent of what is eligible that is advanced; none until somebody has said it.
  advance_percent numeric(12,4) check (advance_percent between 0 and 100),
  -- Per cent of all that is eligible which one client may make up.
  concentration_percent numeric(12,4) check (concentration_percent > 0 and concentration_percent <= 100),
  effective_from date not null,
  effective_to date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check (effective_to is null or effective_to >= effective_from)
);
create unique index funding_rule_start on business.funding_rule (principal_id, effective_from) where deleted_at is null;
create index funding_rule_provider on business.funding_rule (provider_id, updated_at desc) where deleted_at is null;
call platform.watch_changes('business.funding_rule');

-- Every change of mind about a document, never changed itself: the newest row says why it is out, or that it is in again.
create table transaction.disallowance (
  id uuid primary key default platform.new_id(),
  invoice_id uuid not null references transaction.invoice (id),
  principal_id uuid not null references business.business (id),
  reason text check (reason in ('Age disapproval', 'Credit Limit exceeded', 'Partly paid invoice disapproval')),
  amount numeric(15,2) not null check (amount >= 0),
  outstanding_balance numeric(15,2) not null,
  on_date date not null,
  provider_id uuid not null, agency_id uuid not null, client_id uuid not null, contractor_id uuid, funder_id uuid,
  currency_id uuid not null references platform.currency (id),
  created_at timestamptz not null default now(),
  check ((reason is null) = (amount = 0))
);
create index disallowance_invoice on transaction.disallowance (invoice_id, created_at desc);
create index disallowance_provider on transaction.disallowance (provider_id, created_at desc);
create index disallowance_agency on transaction.disallowance (agency_id, created_at desc);
create index disallowance_funder on transaction.disallowance (funder_id, created_at desc) where funder_id is not null;
create trigger disallowance_kept before update or delete on transaction.disallowance for each row execute function platform.refuse_change();
call platform.watch_changes('transaction.disallowance');

-- What is out now, to be found again when it is paid.
create index invoice_disallowed on transaction.invoice (client_id) where is_disallowed;
-- A client's open debt in the order in which it uses up a limit.
create index invoice_exposure on transaction.invoice (client_id, currency_id, raised_date)
  where deleted_at is null and status = 'open' and type in ('provider-client', 'agency-client', 'funder-client');

-- Who carries the risk of a client's debt.
create function transaction.principal_of(type text, provider_id uuid, funder_id uuid) returns uuid
  language sql immutable parallel safe as $$ select case type when 'funder-client' then funder_id else provider_id end $$;

create index invoice_principal_open on transaction.invoice (transaction.principal_of(type, provider_id, funder_id), agency_id, currency_id)
  where deleted_at is null and status = 'open' and type in ('provider-client', 'agency-client', 'funder-client');
create index invoice_principal_raised on transaction.invoice (transaction.principal_of(type, provider_id, funder_id), raised_date)
  include (agency_id, currency_id, total_amount, is_credit_note)
  where deleted_at is null and status in ('open', 'closed') and type in ('provider-client', 'agency-client', 'funder-client');

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
  oldest_raised_date date
);

-- Each client of each agency as the one who carries the risk sees it: the debt, less what is disallowed and why, and what
-- of the rest is more than one client may make up of the agency's whole. Credit notes are negative. The credit limit is
-- the client's, whoever supplies it; its headroom counts the debt to this principal alone.
create function report.get_funding_debtors(principal_id uuid, today date, agency_id uuid default null, currency_id uuid default null)
  returns setof report.funding_debtor language sql stable parallel safe as $$
  with rule as (
    select f.concentration_percent from business.funding_rule f
    where f.principal_id = get_funding_debtors.principal_id and f.deleted_at is null
      and f.effective_from <= get_funding_debtors.today and (f.effective_to is null or f.effective_to >= get_funding_debtors.today)
    order by f.effective_from desc limit 1),
  debt as (
    select i.agency_id, i.client_id, i.currency_id, count(*)::int as invoice_count, sum(i.outstanding_balance) as net,
      coalesce(sum(i.disallowed_amount) filter (where i.disallowed_status = 'Age disapproval'), 0) as out_of_age,
      coalesce(sum(i.disallowed_amount) filter (where i.disallowed_status = 'Partly paid invoice disapproval'), 0) as part_paid,
      coalesce(sum(i.disallowed_amount) filter (where i.disallowed_status = 'Credit Limit exceeded'), 0) as over_limit,
      sum(i.outstanding_balance - i.disallowed_amount) as eligible,
      coalesce(sum(i.outstanding_balance) filter (where i.due_date < get_funding_debtors.today), 0) as overdue,
      coalesce(sum(i.outstanding_balance) filter (where i.is_disputed), 0) as disputed, min(i.raised_date) as oldest
    from transaction.invoice i
    where transaction.principal_of(i.type, i.provider_id, i.funder_id) = get_funding_debtors.principal_id
      and i.deleted_at is null and i.status = 'open' and i.type in ('provider-client', 'agency-client', 'funder-client')
      and (get_funding_debtors.agency_id is null or i.agency_id = get_funding_debtors.agency_id)
      and (get_funding_debtors.currency_id is null or i.currency_id = get_funding_debtors.currency_id)
    group by i.agency_id, i.client_id, i.currency_id),
  shared as (
    select d.*, sum(d.eligible) over (partition by d.agency_id, d.currency_id) as whole,
      sum(d.net) over (partition by d.client_id, d.currency_id) as owed_in_all
    from debt d)
  select md5(s.agency_id::text || s.client_id::text || s.currency_id::text)::uuid, s.agency_id, a.name, s.client_id, c.human_id, c.name,
    s.currency_id, y.alpha_code, s.invoice_count, s.net, s.out_of_age, s.part_paid, s.over_limit, s.eligible,
    case when s.whole > 0 then round(100 * s.eligible / s.whole, 2) end,
    case when r.concentration_percent is not null and s.whole > 0
      then greatest(s.eligible - round(s.whole * r.concentration_percent / 100, 2), 0) else 0 end,
    l.amount, l.amount - s.owed_in_all, s.overdue, s.disputed, s.oldest
  from shared s
  join business.business a on a.id = s.agency_id
  join business.business c on c.id = s.client_id
  join platform.currency y on y.id = s.currency_id
  left join rule r on true
  left join lateral (
    select k.amount from business.credit_limit k
    where k.client_id = s.client_id and k.currency_id = s.currency_id and k.limiter_id = get_funding_debtors.principal_id
      and k.agency_id is null and k.deleted_at is null and k.effective_from <= get_funding_debtors.today
      and (k.effective_to is null or k.effective_to >= get_funding_debtors.today)
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
  headroom numeric,
  overdue_amount numeric,
  disputed_amount numeric,
  verified_amount numeric,
  raised_90_days numeric,
  credited_90_days numeric,
  dilution_percent numeric,
  dso_days numeric
);

-- The waterfall of each agency and currency: ledger, less what is disallowed by reason, eligible, less concentration,
-- times the advance, less what is out already. Funds in use are what was paid out on sets whose client has not yet paid
-- as much. Availability is indicative, and absent until somebody has set what is advanced. Dilution is credit given
-- against what was raised in 90 days; days sales outstanding count the debt in days of those.
create function report.get_funding_portfolio(principal_id uuid, today date, agency_id uuid default null, currency_id uuid default null)
  returns setof report.funding_portfolio language sql stable parallel safe as $$
  with rule as (
    select f.advance_percent from business.funding_rule f
    where f.principal_id = get_funding_portfolio.principal_id and f.deleted_at is null
      and f.effective_from <= get_funding_portfolio.today and (f.effective_to is null or f.effective_to >= get_funding_portfolio.today)
    order by f.effective_from desc limit 1),
  totals as (
    select d.agency_id, d.currency_id, d.alpha_code, count(*)::int as clients, sum(d.invoice_count)::int as invoices,
      sum(d.net_outstanding_balance) as net, sum(d.disallowed_age) as out_of_age, sum(d.disallowed_part_paid) as part_paid,
      sum(d.disallowed_credit_limit) as over_limit, sum(d.eligible) as eligible, sum(d.concentration_excess) as excess,
      sum(d.overdue_amount) as overdue, sum(d.disputed_amount) as disputed
    from report.get_funding_debtors(get_funding_portfolio.principal_id, get_funding_portfolio.today,
      get_funding_portfolio.agency_id, get_funding_portfolio.currency_id) d
    group by d.agency_id, d.currency_id, d.alpha_code),
  out_now as (
    select d.agency_id, d.currency_id, sum(greatest(p.paid - d.received, 0)) as in_use, sum(d.verified) as verified
    from (
      select i.agency_id, i.currency_id, i.invoice_set_id, sum(i.paid_amount) as received,
        coalesce(sum(i.outstanding_balance) filter (where i.timesheet_id is not null or i.expense_id is not null), 0) as verified
      from transaction.invoice i
      where transaction.principal_of(i.type, i.provider_id, i.funder_id) = get_funding_portfolio.principal_id
        and i.deleted_at is null and i.status = 'open' and i.type in ('provider-client', 'agency-client', 'funder-client')
        and (get_funding_portfolio.agency_id is null or i.agency_id = get_funding_portfolio.agency_id)
        and (get_funding_portfolio.currency_id is null or i.currency_id = get_funding_portfolio.currency_id)
      group by i.agency_id, i.currency_id, i.invoice_set_id) d
    cross join lateral (
      select coalesce(sum(p.paid_amount), 0) as paid from transaction.invoice p
      where p.invoice_set_id = d.invoice_set_id and p.status in ('open', 'closed') and p.type in
        ('contractor-agency', 'agency_earnings', 'employer_ni', 'employer_pension', 'apprenticeship_levy', 'holiday_pay_retained')) p
    group by d.agency_id, d.currency_id),
  lately as (
    select i.agency_id, i.currency_id, coalesce(sum(i.total_amount) filter (where not i.is_credit_note), 0) as raised,
      coalesce(-sum(i.total_amount) filter (where i.is_credit_note), 0) as credited
    from transaction.invoice i
    where transaction.principal_of(i.type, i.provider_id, i.funder_id) = get_funding_portfolio.principal_id
      and i.deleted_at is null and i.status in ('open', 'closed') and i.type in ('provider-client', 'agency-client', 'funder-client')
      and i.raised_date > get_funding_portfolio.today - 90
      and (get_funding_portfolio.agency_id is null or i.agency_id = get_funding_portfolio.agency_id)
      and (get_funding_portfolio.currency_id is null or i.currency_id = get_funding_portfolio.currency_id)
    group by i.agency_id, i.currency_id)
  select md5(t.agency_id::text || t.currency_id::text)::uuid, t.agency_id, a.human_id, a.name, t.currency_id, t.alpha_code, t.clients,
    t.invoices, t.net, t.out_of_age, t.part_paid, t.over_limit, t.eligible, t.excess, r.advance_percent,
    round((t.eligible - t.excess) * r.advance_percent / 100, 2), coalesce(o.in_use, 0),
    round((t.eligible - t.excess) * r.advance_percent / 100, 2) - coalesce(o.in_use, 0), t.overdue, t.disputed,
    coalesce(o.verified, 0), coalesce(k.raised, 0), coalesce(k.credited, 0),
    case when k.raised > 0 then round(100 * k.credited / k.raised, 2) end,
    case when k.raised > 0 then round(90 * t.net / k.raised, 1) end
  from totals t
  join business.business a on a.id = t.agency_id
  left join rule r on true
  left join out_now o on o.agency_id = t.agency_id and o.currency_id = t.currency_id
  left join lately k on k.agency_id = t.agency_id and k.currency_id = t.currency_id
$$;
