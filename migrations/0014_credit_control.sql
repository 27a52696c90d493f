-- Why: who is asked for money, when and in which words, and what he has promised (design: experience.md, page 8).

-- An agency's plan: a mail so many days after (or before) the due date. A plan is replaced as a whole.
create table business.chase_step (
  id uuid primary key default platform.new_id(),
  agency_id uuid not null references business.business (id),
  provider_id uuid not null references business.business (id),
  days integer not null check (days between -60 and 365),
  subject text not null check (length(subject) between 1 and 200),
  body text not null check (length(body) between 1 and 4000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index chase_step_day on business.chase_step (agency_id, days) where deleted_at is null;
call platform.watch_changes('business.chase_step');

-- On which day of the month an agency's clients are sent their statements; no row, no statements.
create table business.statement_schedule (
  id uuid primary key default platform.new_id(),
  agency_id uuid not null references business.business (id),
  provider_id uuid not null references business.business (id),
  day_of_month integer not null check (day_of_month between 1 and 28),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index statement_schedule_agency on business.statement_schedule (agency_id) where deleted_at is null;
call platform.watch_changes('business.statement_schedule');

-- A client who is not asked until a day.
create table business.chase_pause (
  id uuid primary key default platform.new_id(),
  agency_id uuid not null references business.business (id),
  provider_id uuid not null references business.business (id),
  client_id uuid not null references business.business (id),
  until date not null,
  reason text not null,
  user_name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index chase_pause_client on business.chase_pause (agency_id, client_id) where deleted_at is null;
call platform.watch_changes('business.chase_pause');

-- One letter to one client, as it was sent, with the documents it is about.
create table transaction.chase (
  id uuid primary key default platform.new_id(),
  kind text not null check (kind in ('manual', 'scheduled', 'statement')),
  provider_id uuid not null references business.business (id),
  agency_id uuid not null references business.business (id),
  client_id uuid not null references business.business (id),
  funder_id uuid references business.business (id),
  days integer,
  subject text not null,
  body text not null,
  recipients text[] not null,
  invoice_count integer not null,
  user_name text not null,
  on_date date not null,
  created_at timestamptz not null default now()
);
create index chase_agency on transaction.chase (agency_id, created_at desc);
create index chase_client on transaction.chase (agency_id, client_id, created_at desc);
create trigger chase_kept before update or delete on transaction.chase for each row execute function platform.refuse_change();
call platform.watch_changes('transaction.chase');

create table transaction.chase_invoice (
  id uuid primary key default platform.new_id(),
  chase_id uuid not null references transaction.chase (id),
  invoice_id uuid not null references transaction.invoice (id),
  -- Of the plan; null: asked by hand.
  days integer,
  outstanding_balance numeric(15,2) not null,
  days_overdue integer not null,
  provider_id uuid not null, agency_id uuid not null, client_id uuid not null, funder_id uuid,
  currency_id uuid not null references platform.currency (id),
  created_at timestamptz not null default now()
);
-- A step of the plan asks for a document once, however often the day is run.
create unique index chase_invoice_step on transaction.chase_invoice (invoice_id, days) where days is not null;
create index chase_invoice_chase on transaction.chase_invoice (chase_id);
create trigger chase_invoice_kept before update or delete on transaction.chase_invoice for each row execute function platform.refuse_change();
call platform.watch_changes('transaction.chase_invoice');

create table transaction.payment_promise (
  id uuid primary key default platform.new_id(),
  invoice_id uuid not null references transaction.invoice (id),
  provider_id uuid not null, agency_id uuid not null, client_id uuid not null, funder_id uuid,
  currency_id uuid not null references platform.currency (id),
  amount numeric(15,2) not null check (amount > 0),
  promised_date date not null,
  -- What was paid when it was given: only what comes after keeps it.
  paid_before numeric(15,2) not null,
  status text not null default 'open' check (status in ('open', 'kept', 'broken', 'withdrawn')),
  note text,
  user_name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index payment_promise_open on transaction.payment_promise (invoice_id) where status = 'open';
create index payment_promise_agency on transaction.payment_promise (agency_id, updated_at desc);
create index payment_promise_client on transaction.payment_promise (agency_id, client_id);
call platform.watch_changes('transaction.payment_promise');
