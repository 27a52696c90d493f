-- Why: a dispute is somebody's work (design: experience.md, page 8, "dispute (reason, owner)"), and who had it stays known;
-- a debt that was given back to its agency can be taken again, and both days stay known (money.md §1.9 iv).

-- What a client finds wrong with one document, and who of agency or provider settles it. Its name stays as it was.
create table transaction.dispute (
  id uuid primary key default platform.new_id(),
  invoice_id uuid not null references transaction.invoice (id),
  provider_id uuid not null references business.business (id),
  agency_id uuid not null references business.business (id),
  client_id uuid not null references business.business (id),
  funder_id uuid references business.business (id),
  status text not null default 'open' check (status in ('open', 'settled')),
  reason text not null,
  raised_by text not null,
  raised_on date not null,
  owner_id uuid references business.business_contact (id),
  owner_name text,
  owner_business_id uuid references business.business (id),
  settled_by text,
  settled_on date,
  resolution text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((owner_id is null) = (owner_name is null) and (owner_id is null) = (owner_business_id is null)),
  check ((status = 'settled') = (settled_on is not null) and (settled_on is null) = (settled_by is null)),
  check (resolution is null or status = 'settled')
);
create unique index dispute_open on transaction.dispute (invoice_id) where status = 'open';
create index dispute_invoice on transaction.dispute (invoice_id, created_at desc);
create index dispute_agency on transaction.dispute (agency_id, client_id, status);
create index dispute_provider on transaction.dispute (provider_id, updated_at desc);
create index dispute_client on transaction.dispute (client_id, updated_at desc);
create index dispute_funder on transaction.dispute (funder_id, updated_at desc) where funder_id is not null;
call platform.watch_changes('transaction.dispute');

-- Raised, given to somebody, settled: each step once, by whom and in which words, never changed.
create table transaction.dispute_step (
  id uuid primary key default platform.new_id(),
  dispute_id uuid not null references transaction.dispute (id),
  action text not null check (action in ('raised', 'assigned', 'settled')),
  owner_name text,
  comment text,
  user_name text not null,
  on_date date not null,
  provider_id uuid not null, agency_id uuid not null, client_id uuid not null, funder_id uuid,
  created_at timestamptz not null default now(),
  check ((action = 'assigned') = (owner_name is not null))
);
create index dispute_step_dispute on transaction.dispute_step (dispute_id, created_at);
create index dispute_step_agency on transaction.dispute_step (agency_id, created_at desc);
create index dispute_step_provider on transaction.dispute_step (provider_id, created_at desc);
create trigger dispute_step_kept before update or delete on transaction.dispute_step
  for each row execute function platform.refuse_change();
call platform.watch_changes('transaction.dispute_step');

-- The dispute that is open now: who reads the document finds its owner without looking through all there were.
alter table transaction.invoice add column dispute_id uuid references transaction.dispute (id);
create index invoice_dispute on transaction.invoice (dispute_id) where dispute_id is not null;

-- A debt that went back to its agency, and the day on which it was taken again.
create table transaction.reassignment (
  id uuid primary key default platform.new_id(),
  invoice_id uuid not null references transaction.invoice (id),
  principal_id uuid not null references business.business (id),
  reason text not null,
  user_name text not null,
  on_date date not null,
  undone_reason text,
  undone_by text,
  undone_on date,
  provider_id uuid not null, agency_id uuid not null, client_id uuid not null, contractor_id uuid, funder_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((undone_on is null) = (undone_reason is null) and (undone_on is null) = (undone_by is null)),
  check (undone_on >= on_date)
);
create unique index reassignment_standing on transaction.reassignment (invoice_id) where undone_on is null;
create index reassignment_invoice on transaction.reassignment (invoice_id, created_at desc);
create index reassignment_provider on transaction.reassignment (provider_id, updated_at desc);
create index reassignment_agency on transaction.reassignment (agency_id, updated_at desc);
create index reassignment_funder on transaction.reassignment (funder_id, updated_at desc) where funder_id is not null;
call platform.watch_changes('transaction.reassignment');

-- What there is already: who did it stands in the audit log.
insert into transaction.dispute (invoice_id, provider_id, agency_id, client_id, funder_id, reason, raised_by, raised_on, created_at, updated_at)
select i.id, i.provider_id, i.agency_id, i.client_id, i.funder_id, coalesce(i.dispute_reason, 'Not said'), coalesce(a.user_name, 'Stint'),
  (coalesce(a.at, i.updated_at) at time zone 'Europe/London')::date, coalesce(a.at, i.updated_at), i.updated_at
from transaction.invoice i
left join lateral (select g.at, u.name as user_name from log.audit g left join platform."user" u on u.id = g.user_id
  where g.entity = 'transaction.invoice' and g.entity_id = i.id and g.action_id = 'transaction.invoice.dispute'
  order by g.id desc limit 1) a on true
where i.is_disputed and i.client_id is not null;
insert into transaction.dispute_step (dispute_id, action, comment, user_name, on_date, provider_id, agency_id, client_id, funder_id, created_at)
select id, 'raised', reason, raised_by, raised_on, provider_id, agency_id, client_id, funder_id, created_at from transaction.dispute;
insert into transaction.reassignment (invoice_id, principal_id, reason, user_name, on_date, provider_id, agency_id, client_id,
  contractor_id, funder_id, created_at, updated_at)
select i.id, transaction.principal_of(i.type, i.provider_id, i.funder_id), i.reassign_reason, coalesce(a.user_name, 'Stint'),
  i.reassigned_on, i.provider_id, i.agency_id, i.client_id, i.contractor_id, i.funder_id,
  coalesce(a.at, i.reassigned_on::timestamp at time zone 'Europe/London'), i.updated_at
from transaction.invoice i
left join lateral (select g.at, u.name as user_name from log.audit g left join platform."user" u on u.id = g.user_id
  where g.entity = 'transaction.invoice' and g.entity_id = i.id and g.action_id = 'transaction.invoice.reassign'
  order by g.id desc limit 1) a on true
where i.reassigned_on is not null;

do $$
begin
  update transaction.invoice i set dispute_id = d.id from transaction.dispute d where d.invoice_id = i.id;
  if found then call log.keep_sealed('transaction.invoice'); end if;
  call log.keep_sealed('transaction.dispute');
  call log.keep_sealed('transaction.dispute_step');
  call log.keep_sealed('transaction.reassignment');
end $$;

-- As of a day a debt is the agency's if it was on that day, whatever has been taken back since.
create or replace function report.funding_debts(principal_id uuid, as_of date, agency_id uuid, currency_id uuid)
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
    select i.id, i.invoice_set_id, i.agency_id, i.client_id, i.currency_id, i.raised_date, i.due_date, i.total_amount,
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
    exists (select from transaction.reassignment a where a.invoice_id = o.id and a.on_date <= funding_debts.as_of
      and (a.undone_on is null or a.undone_on > funding_debts.as_of)), o.is_verified, null::boolean, o.raised_date, o.due_date, o.recourse,
    o.made_good, case when o.n = 1 then s.in_use else 0 end
  from open o join sets s on s.invoice_set_id = o.invoice_set_id;
end $$;

-- Document by document what makes up the portfolio, for whoever carries its risk: of his own bills a funder is listed no
-- invoice (spec §6), yet he may give them back to their agency.
create type report.funding_document as (
  id uuid,
  human_id text,
  type text,
  agency_id uuid,
  agency_name text,
  client_id uuid,
  client_human_id text,
  client_name text,
  currency_id uuid,
  alpha_code text,
  raised_date date,
  due_date date,
  days_overdue integer,
  outstanding_balance numeric,
  disallowed_status text,
  disallowed_amount numeric,
  is_disputed boolean,
  is_reassigned boolean,
  reassigned_on date,
  reassign_reason text,
  recourse_amount numeric
);
create function report.get_funding_documents(principal_id uuid, today date, agency_id uuid default null, client_id uuid default null,
    currency_id uuid default null)
  returns setof report.funding_document language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select i.id, i.human_id, i.type, i.agency_id, a.name, i.client_id, c.human_id, c.name, i.currency_id, y.alpha_code, i.raised_date,
    i.due_date, greatest(get_funding_documents.today - i.due_date, 0), d.net, i.disallowed_status, i.disallowed_amount, i.is_disputed,
    d.is_reassigned, i.reassigned_on, i.reassign_reason, d.recourse
  from report.funding_debts(get_funding_documents.principal_id, null, get_funding_documents.agency_id, get_funding_documents.currency_id) d
  join transaction.invoice i on i.id = d.invoice_id
  join business.business a on a.id = i.agency_id
  join business.business c on c.id = i.client_id
  join platform.currency y on y.id = i.currency_id
  where not i.is_credit_note and (get_funding_documents.client_id is null or i.client_id = get_funding_documents.client_id)
$$;
