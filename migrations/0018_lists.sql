-- Why: lists of the specification whose rows had no table yet, and columns that a list shows or filters by and that
-- only another table knows: the terms in force of a contract, its newest change request.

-- Terms of a client with an agency, by date and kind of placement (spec §2, service payment-terms table). They are
-- configuration (spec §3), written whenever the service's own terms change, whoever changes them.
alter table config.configuration add column payment_terms integer check (payment_terms between 0 and 365);
create index configuration_payment_terms on config.configuration (agency_id, effective_to)
  where deleted_at is null and type = 'payment_terms';

create function business.keep_payment_terms() returns trigger language plpgsql as $$
declare
  kind text;
  days integer;
  was integer;
  from_day date := case tg_op
    when 'INSERT' then coalesce(new.onboarding_date, (new.created_at at time zone 'Europe/London')::date)
    else (new.updated_at at time zone 'Europe/London')::date end;
begin
  if new.type <> 'client-agency' then return null; end if;
  for kind, days, was in values
    ('temp_placement', new.temp_payment_terms, old.temp_payment_terms),
    ('perm_placement', new.perm_payment_terms, old.perm_payment_terms)
  loop
    continue when days is not distinct from was;
    -- What held until now ends the day before; what began today held no day.
    update config.configuration set updated_at = new.updated_at,
      effective_to = case when effective_from < from_day then from_day - 1 end,
      deleted_at = case when effective_from >= from_day then new.updated_at end
    where transaction_id = new.id and type = 'payment_terms' and sub_type = kind and effective_to is null and deleted_at is null;
    continue when days is null;
    insert into config.configuration (business_id, agency_id, transaction_id, transaction_type, type, sub_type, payment_terms,
      status, effective_from, created_at, updated_at)
    values (new.from_business_id, new.agency_id, new.id, 'business.service', 'payment_terms', kind, days,
      'completed', from_day, new.updated_at, new.updated_at);
  end loop;
  return null;
end $$;
create trigger service_payment_terms after insert or update of temp_payment_terms, perm_payment_terms on business.service
  for each row execute function business.keep_payment_terms();

insert into config.configuration (business_id, agency_id, transaction_id, transaction_type, type, sub_type, payment_terms,
  status, effective_from, created_at, updated_at)
select s.from_business_id, s.agency_id, s.id, 'business.service', 'payment_terms', t.kind, t.days, 'completed',
  coalesce(s.onboarding_date, (s.created_at at time zone 'Europe/London')::date), s.created_at, s.updated_at
from business.service s
cross join lateral (values ('temp_placement', s.temp_payment_terms), ('perm_placement', s.perm_payment_terms)) t (kind, days)
where s.type = 'client-agency' and t.days is not null;

-- The terms of a contract that no later ones follow: one a side, found by the contract alone.
alter table contract.contract_entity add column is_open boolean generated always as (effective_to is null) stored;
create unique index contract_entity_open on contract.contract_entity (contract_id, type) where is_open and deleted_at is null;

-- What a change request is about, so that a client, a contract and a service each list their own (spec §2).
alter table request.change_request
  add column subject text generated always as (case
    when entity like 'contract.%' then 'contract'
    when entity in ('business.service', 'config.payment_terms') then 'service'
    when entity = 'business.contractor' then 'contractor'
    when entity in ('business.limited', 'business.umbrella', 'business.selfemployed', 'business.payer') then 'payment_company'
    when entity like 'business.%' then 'client'
    else 'other' end) stored,
  add column contract_id uuid references contract.contract (id),
  add column service_id uuid references business.service (id);
alter table request.change_request add constraint change_request_subject
  check (subject in ('client', 'contract', 'service', 'contractor', 'payment_company', 'other'));
create index change_request_contract on request.change_request (contract_id, created_at desc) where deleted_at is null;
create index change_request_client on request.change_request (client_id, created_at desc) where deleted_at is null;

create function request.find_subject() returns trigger language plpgsql as $$
begin
  if new.entity_id is null then return new; end if;
  new.contract_id := coalesce(new.contract_id,
    (select c.id from contract.contract c where c.id = new.entity_id),
    (select r.contract_id from contract.rate r where r.id = new.entity_id),
    (select e.contract_id from contract.contract_entity e where e.id = new.entity_id));
  new.service_id := coalesce(new.service_id,
    (select s.id from business.service s where s.id = new.entity_id),
    (select k.transaction_id from config.configuration k where k.id = new.entity_id and k.transaction_type = 'business.service'));
  return new;
end $$;
create trigger change_request_find_subject before insert on request.change_request
  for each row execute function request.find_subject();

-- A placement's newest change request that is more than a draft: a list shows its status (spec §2, perm and temp placements).
alter table contract.contract add column change_request_id uuid references request.change_request (id);
create function request.keep_newest() returns trigger language plpgsql as $$
begin
  update contract.contract set change_request_id = new.id
  where id = new.contract_id and change_request_id is distinct from new.id
    and not exists (select from request.change_request r where r.contract_id = new.contract_id and r.status <> 'draft'
      and r.deleted_at is null and r.created_at > new.created_at);
  return null;
end $$;
create trigger change_request_newest after insert or update of status on request.change_request
  for each row when (new.contract_id is not null and new.status <> 'draft') execute function request.keep_newest();

-- Payslips and the periods they are made for (spec §3 Payslip: human_id, period_number). Payroll fills them.
create table transaction.payslip_period (
  id uuid primary key default platform.new_id(),
  human_id text not null unique,
  period_number integer not null check (period_number between 1 and 56),
  tax_year integer not null,
  frequency text not null check (frequency in ('week', 'month')),
  start_date date not null,
  end_date date not null,
  pay_date date not null,
  status text not null default 'open' check (status in ('open', 'calculated', 'closed')),
  provider_id uuid not null references business.business (id),
  agency_id uuid not null references business.business (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check (end_date >= start_date),
  unique (agency_id, frequency, tax_year, period_number)
);
create index payslip_period_provider on transaction.payslip_period (provider_id, updated_at desc) where deleted_at is null;

create table transaction.payslip (
  id uuid primary key default platform.new_id(),
  human_id text not null unique,
  period_number integer not null check (period_number between 1 and 56),
  payslip_period_id uuid not null references transaction.payslip_period (id),
  status text not null default 'draft' check (status in ('draft', 'issued', 'paid')),
  pay_date date not null,
  provider_id uuid not null references business.business (id),
  agency_id uuid not null references business.business (id),
  contractor_id uuid not null references business.business (id),
  currency_id uuid not null references platform.currency (id),
  gross_pay numeric(15,2) not null,
  holiday_pay numeric(15,2) not null default 0,
  income_tax numeric(15,2) not null default 0,
  employee_ni numeric(15,2) not null default 0,
  employee_pension numeric(15,2) not null default 0,
  student_loan numeric(15,2) not null default 0,
  net_pay numeric(15,2) not null,
  employer_ni numeric(15,2) not null default 0,
  employer_pension numeric(15,2) not null default 0,
  apprenticeship_levy numeric(15,2) not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  unique (payslip_period_id, contractor_id)
);
create index payslip_agency on transaction.payslip (agency_id, updated_at desc) where deleted_at is null;
create index payslip_contractor on transaction.payslip (contractor_id, updated_at desc) where deleted_at is null;
create index payslip_provider on transaction.payslip (provider_id, updated_at desc) where deleted_at is null;

-- An agency's accounting integration (spec §7.4): what of ours is what of theirs, what waits, what does not agree.
create schema integrations;
create table integrations.config_detail (
  id uuid primary key default platform.new_id(),
  type text not null check (type in ('vat', 'contact', 'bank')),
  platform text not null check (platform in ('xero', 'quickbooks', 'sage')),
  status text not null default 'pending' check (status in ('pending', 'linked', 'failed')),
  external_id text,
  external_name text,
  business_tax_id uuid references config.business_tax (id),
  contact_id uuid references business.business (id),
  bank_account_id uuid references business.bank_account (id),
  provider_id uuid not null references business.business (id),
  agency_id uuid not null references business.business (id),
  synced_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check (num_nonnulls(business_tax_id, contact_id, bank_account_id) = 1),
  check ((type = 'vat') = (business_tax_id is not null) and (type = 'contact') = (contact_id is not null))
);
create unique index config_detail_once on integrations.config_detail
  (agency_id, platform, coalesce(business_tax_id, contact_id, bank_account_id)) where deleted_at is null;

create table integrations.exception (
  id uuid primary key default platform.new_id(),
  transaction_type text not null check (transaction_type in ('invoice', 'credit_note', 'receipt', 'payment', 'contact')),
  transaction_id uuid not null,
  reference text not null,
  mismatches text[] not null default '{}' check (mismatches <@ array[
    'not_uploaded', 'status', 'net_amount', 'tax_amount', 'total_amount', 'outstanding_balance']),
  mismatch_data jsonb not null default '{}',
  is_resolved boolean not null default false,
  comment text,
  provider_id uuid not null references business.business (id),
  agency_id uuid not null references business.business (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index exception_agency on integrations.exception (agency_id, created_at desc) where deleted_at is null;

create table integrations.data_queue (
  id uuid primary key default platform.new_id(),
  status text not null default 'pending' check (status in ('pending', 'sending', 'sent', 'failed')),
  transaction_type text not null check (transaction_type in ('invoice', 'credit_note', 'receipt', 'payment', 'contact')),
  transaction_id uuid not null,
  reference text not null,
  data jsonb not null default '{}',
  attempts integer not null default 0,
  error text,
  provider_id uuid not null references business.business (id),
  agency_id uuid not null references business.business (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index data_queue_agency on integrations.data_queue (agency_id, created_at desc) where deleted_at is null;

-- Calls that failed through a fault of ours: what a user was told only as 'Internal server error' (spec §2, API exception list).
create table log.api_exception (
  id uuid primary key default platform.new_id(),
  method text not null,
  path text not null,
  action_id text,
  status integer not null,
  message text not null,
  request_id text not null,
  user_id text not null references platform."user" (id),
  business_id uuid not null references business.business (id),
  provider_id uuid not null references business.business (id),
  created_at timestamptz not null default now()
);
create index api_exception_provider on log.api_exception (provider_id, created_at desc);

-- A person who has not confirmed has never signed in, and so has done nothing (spec §4: unconfirmed, with no transaction).
create function platform.confirmation_status(is_confirmed boolean) returns text language sql immutable parallel safe as $$
  select case when is_confirmed then 'confirmed' else 'unconfirmed' end
$$;
create index user_unconfirmed on platform."user" (created_at desc) where not is_confirmed and deleted_at is null;
create index impersonation_provider on log.impersonation (provider_id, started_at desc);

-- Reports over more than one agency. Like 0009: plain SQL of the caller's own rights; the data endpoint forces the party
-- and the day. A party that is not given does not restrict, so each is called with exactly one.
create type report.sales_ledger_summary as (
  id uuid, agency_id uuid, agency_human_id text, agency_name text, currency_id uuid, alpha_code text,
  client_count integer, invoice_count integer,
  aged_current numeric, aged_0_30 numeric, aged_31_60 numeric, aged_61_90 numeric, aged_91_120 numeric, aged_over_120 numeric,
  overdue_amount numeric, net_outstanding_balance numeric, unallocated_amount numeric, credit_limit numeric, headroom numeric
);

-- Open client debt of each agency and currency, with the limits of the clients that owe it (spec §3, agency-by-currency
-- summary). A funder's figures are of the documents that name it, and its limits are its own.
create function report.get_sales_ledger_summary(today date, funder_id uuid default null, provider_id uuid default null)
  returns setof report.sales_ledger_summary language sql stable parallel safe as $$
  with owed as (
    select i.agency_id, i.client_id, i.currency_id, count(*)::int as invoice_count,
      sum(i.outstanding_balance) filter (where i.due_date >= get_sales_ledger_summary.today) as aged_current,
      sum(i.outstanding_balance) filter (where get_sales_ledger_summary.today - i.due_date between 1 and 30) as aged_0_30,
      sum(i.outstanding_balance) filter (where get_sales_ledger_summary.today - i.due_date between 31 and 60) as aged_31_60,
      sum(i.outstanding_balance) filter (where get_sales_ledger_summary.today - i.due_date between 61 and 90) as aged_61_90,
      sum(i.outstanding_balance) filter (where get_sales_ledger_summary.today - i.due_date between 91 and 120) as aged_91_120,
      sum(i.outstanding_balance) filter (where get_sales_ledger_summary.today - i.due_date > 120) as aged_over_120,
      sum(i.outstanding_balance) as net
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

create type report.client_sales_ledger as (
  id uuid, client_id uuid, client_human_id text, client_name text, agency_id uuid, agency_human_id text, agency_name text,
  currency_id uuid, alpha_code text, invoice_count integer,
  aged_current numeric, aged_0_30 numeric, aged_31_60 numeric, aged_61_90 numeric, aged_91_120 numeric, aged_over_120 numeric,
  overdue_amount numeric, net_outstanding_balance numeric, oldest_due_date date
);

-- What each client owes through each agency: a provider's view of all of them, a client's of itself.
create function report.get_client_sales_ledger(today date, provider_id uuid default null, client_id uuid default null)
  returns setof report.client_sales_ledger language sql stable parallel safe as $$
  select md5(c.id::text || a.id::text || y.id::text)::uuid, c.id, c.human_id, c.name, a.id, a.human_id, a.name, y.id, y.alpha_code,
    o.invoice_count, o.aged_current, o.aged_0_30, o.aged_31_60, o.aged_61_90, o.aged_91_120, o.aged_over_120,
    o.net - o.aged_current, o.net, o.oldest_due_date
  from (
    select i.client_id, i.agency_id, i.currency_id, count(*)::int as invoice_count, min(i.due_date) as oldest_due_date,
      coalesce(sum(i.outstanding_balance) filter (where i.due_date >= get_client_sales_ledger.today), 0) as aged_current,
      coalesce(sum(i.outstanding_balance) filter (where get_client_sales_ledger.today - i.due_date between 1 and 30), 0) as aged_0_30,
      coalesce(sum(i.outstanding_balance) filter (where get_client_sales_ledger.today - i.due_date between 31 and 60), 0) as aged_31_60,
      coalesce(sum(i.outstanding_balance) filter (where get_client_sales_ledger.today - i.due_date between 61 and 90), 0) as aged_61_90,
      coalesce(sum(i.outstanding_balance) filter (where get_client_sales_ledger.today - i.due_date between 91 and 120), 0) as aged_91_120,
      coalesce(sum(i.outstanding_balance) filter (where get_client_sales_ledger.today - i.due_date > 120), 0) as aged_over_120,
      sum(i.outstanding_balance) as net
    from transaction.invoice i
    where i.deleted_at is null and i.status = 'open' and i.type in ('provider-client', 'agency-client', 'funder-client')
      and (get_client_sales_ledger.provider_id is null or i.provider_id = get_client_sales_ledger.provider_id)
      and (get_client_sales_ledger.client_id is null or i.client_id = get_client_sales_ledger.client_id)
    group by i.client_id, i.agency_id, i.currency_id) o
  join business.business c on c.id = o.client_id
  join business.business a on a.id = o.agency_id
  join platform.currency y on y.id = o.currency_id
$$;

create type report.retrospective_sales_ledger as (
  id uuid, as_of date, agency_id uuid, agency_name text, client_id uuid, client_human_id text, client_name text,
  currency_id uuid, alpha_code text, invoice_count integer, overdue_amount numeric, net_outstanding_balance numeric
);

-- The sales ledger as it stood at the ends of the last twelve months, made from what was raised, matched and credited by
-- then: nothing is kept for it, so that it agrees with the ledger of today by the same sums.
create function report.get_retrospective_sales_ledger(today date, agency_id uuid default null, provider_id uuid default null)
  returns setof report.retrospective_sales_ledger language sql stable parallel safe as $$
  select md5(m.as_of::text || o.agency_id::text || o.client_id::text || o.currency_id::text)::uuid, m.as_of, a.id, a.name,
    c.id, c.human_id, c.name, y.id, y.alpha_code, o.invoice_count, o.overdue, o.net
  from (
    select (date_trunc('month', get_retrospective_sales_ledger.today) - make_interval(months => n))::date - 1 as as_of
    from generate_series(0, 11) n) m
  cross join lateral (
    select x.agency_id, x.client_id, x.currency_id, count(*)::int as invoice_count,
      coalesce(sum(x.balance) filter (where x.due_date < m.as_of), 0) as overdue, sum(x.balance) as net
    from (
      select i.agency_id, i.client_id, i.currency_id, i.due_date, i.total_amount
        - coalesce((select sum(d.amount) from transaction.payment_receipt_detail d where d.invoice_id = i.id
            and d.post_date <= m.as_of and (d.reversal_date is null or d.reversal_date > m.as_of)), 0)
        - coalesce((select sum(k.amount) from transaction.credit_allocation k where k.invoice_id = i.id
            and k.post_date <= m.as_of and (k.reversal_date is null or k.reversal_date > m.as_of)), 0)
        + coalesce((select sum(k.amount) from transaction.credit_allocation k where k.credit_note_id = i.id
            and k.post_date <= m.as_of and (k.reversal_date is null or k.reversal_date > m.as_of)), 0) as balance
      from transaction.invoice i
      where i.deleted_at is null and i.type in ('provider-client', 'agency-client', 'funder-client')
        and i.status in ('open', 'closed') and i.raised_date <= m.as_of
        -- What was settled by then and not touched since had no balance.
        and (i.status = 'open' or i.updated_at >= m.as_of)
        and (get_retrospective_sales_ledger.agency_id is null or i.agency_id = get_retrospective_sales_ledger.agency_id)
        and (get_retrospective_sales_ledger.provider_id is null or i.provider_id = get_retrospective_sales_ledger.provider_id)) x
    where x.balance <> 0
    group by x.agency_id, x.client_id, x.currency_id) o
  join business.business a on a.id = o.agency_id
  join business.business c on c.id = o.client_id
  join platform.currency y on y.id = o.currency_id
$$;

do $$
declare watched regclass;
begin
  foreach watched in array array['transaction.payslip_period', 'transaction.payslip', 'integrations.config_detail',
    'integrations.exception', 'integrations.data_queue', 'log.api_exception']::regclass[]
  loop
    call platform.watch_changes(watched);
  end loop;
end $$;
