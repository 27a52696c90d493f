-- Why: a client is sent statements as it was agreed with that client (design: experience.md, page 8, "Statement schedule"); a
-- month's end that is past opens its documents as they stood; what a bank wants in a payment file is said once.

-- One client's own schedule in place of its agency's; `agency`: the agency's holds, and it is only paused.
create table business.client_statement_schedule (
  id uuid primary key default platform.new_id(),
  agency_id uuid not null references business.business (id),
  provider_id uuid not null references business.business (id),
  client_id uuid not null references business.business (id),
  frequency text not null check (frequency in ('agency', 'off', 'weekly', 'monthly')),
  -- 1 is Monday.
  weekday integer check (weekday between 1 and 7),
  day_of_month integer check (day_of_month between 1 and 28),
  paused_until date,
  -- Days before it are nobody's: a schedule sends nothing for the past.
  since date not null,
  user_name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check ((frequency = 'weekly') = (weekday is not null)),
  check ((frequency = 'monthly') = (day_of_month is not null)),
  check (frequency <> 'agency' or paused_until is not null)
);
create unique index client_statement_schedule_client on business.client_statement_schedule (agency_id, client_id) where deleted_at is null;
call platform.watch_changes('business.client_statement_schedule');

-- What the bank of an account wants in the header of a payment file, where it differs from what is usual.
create table payment.payment_file_setting (
  id uuid primary key default platform.new_id(),
  bank_account_id uuid not null references business.bank_account (id),
  provider_id uuid not null references business.business (id),
  service_user_number text check (service_user_number ~ '^\d{6}$'),
  owner_at text not null default '42' check (owner_at in ('42', '32')),
  message_version text not null default '09' check (message_version in ('09', '03')),
  initiator_id text check (length(initiator_id) between 1 and 35),
  batch_booking boolean not null default true,
  user_name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index payment_file_setting_account on payment.payment_file_setting (bank_account_id);
create index payment_file_setting_provider on payment.payment_file_setting (provider_id);
call platform.watch_changes('payment.payment_file_setting');
call log.keep_sealed('payment.payment_file_setting');

-- Every document that had a balance at one of the last twelve month ends, as it stood then: raised, matched and credited by
-- then. The ledger of that day is their sum, by the same rows.
create type report.retrospective_invoice as (
  id uuid,
  as_of date,
  invoice_id uuid,
  human_id text,
  type text,
  agency_id uuid,
  agency_name text,
  client_id uuid,
  client_human_id text,
  client_name text,
  currency_id uuid,
  alpha_code text,
  is_credit_note boolean,
  raised_date date,
  due_date date,
  days_overdue integer,
  total_amount numeric,
  paid_amount numeric,
  credited_amount numeric,
  outstanding_balance numeric
);
create function report.get_retrospective_invoices(today date, agency_id uuid default null, provider_id uuid default null)
  returns setof report.retrospective_invoice language sql stable parallel safe as $$
  select md5(m.as_of::text || x.id::text)::uuid, m.as_of, x.id, x.human_id, x.type, x.agency_id, a.name, x.client_id, c.human_id, c.name,
    x.currency_id, y.alpha_code, x.is_credit_note, x.raised_date, x.due_date, greatest(m.as_of - x.due_date, 0), x.total_amount,
    x.paid, x.credited, x.total_amount - x.paid - x.credited
  from (
    select (date_trunc('month', get_retrospective_invoices.today) - make_interval(months => n))::date - 1 as as_of
    from generate_series(0, 11) n) m
  cross join lateral (
    select i.id, i.human_id, i.type, i.agency_id, i.client_id, i.currency_id, i.is_credit_note, i.raised_date, i.due_date, i.total_amount,
      coalesce((select sum(d.amount) from transaction.payment_receipt_detail d where d.invoice_id = i.id
        and d.post_date <= m.as_of and (d.reversal_date is null or d.reversal_date > m.as_of)), 0) as paid,
      coalesce((select sum(k.amount) from transaction.credit_allocation k where k.invoice_id = i.id
        and k.post_date <= m.as_of and (k.reversal_date is null or k.reversal_date > m.as_of)), 0)
      - coalesce((select sum(k.amount) from transaction.credit_allocation k where k.credit_note_id = i.id
        and k.post_date <= m.as_of and (k.reversal_date is null or k.reversal_date > m.as_of)), 0) as credited
    from transaction.invoice i
    where i.deleted_at is null and i.type in ('provider-client', 'agency-client', 'funder-client')
      and i.status in ('open', 'closed') and i.raised_date <= m.as_of
      -- What was settled by then and not touched since had no balance.
      and (i.status = 'open' or i.updated_at >= m.as_of)
      and (get_retrospective_invoices.agency_id is null or i.agency_id = get_retrospective_invoices.agency_id)
      and (get_retrospective_invoices.provider_id is null or i.provider_id = get_retrospective_invoices.provider_id)) x
  join business.business a on a.id = x.agency_id
  join business.business c on c.id = x.client_id
  join platform.currency y on y.id = x.currency_id
  where x.total_amount - x.paid - x.credited <> 0
$$;
create or replace function report.get_retrospective_sales_ledger(today date, agency_id uuid default null, provider_id uuid default null)
  returns setof report.retrospective_sales_ledger language sql stable parallel safe as $$
  select md5(r.as_of::text || r.agency_id::text || r.client_id::text || r.currency_id::text)::uuid, r.as_of, r.agency_id, r.agency_name,
    r.client_id, r.client_human_id, r.client_name, r.currency_id, r.alpha_code, count(*)::int,
    coalesce(sum(r.outstanding_balance) filter (where r.days_overdue > 0), 0), sum(r.outstanding_balance)
  from report.get_retrospective_invoices(get_retrospective_sales_ledger.today, get_retrospective_sales_ledger.agency_id,
    get_retrospective_sales_ledger.provider_id) r
  group by r.as_of, r.agency_id, r.agency_name, r.client_id, r.client_human_id, r.client_name, r.currency_id, r.alpha_code
$$;
