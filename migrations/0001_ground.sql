-- Why: a module of the specification (§3) is a schema and an entity a table in it, so that one spelling
-- serves SQL, GraphQL and URLs. This file lays the schemas, the id function and what every table leans on.
create extension if not exists pg_trgm;

create schema business;
create schema contract;
create schema transaction;
create schema payment;
create schema ledger;
create schema request;
create schema log;
create schema platform;
create schema config;
create schema auth;

-- Version-7 uuids keep index pages of busy tables together; PostgreSQL 15 has no uuidv7() of its own.
create function platform.new_id() returns uuid language sql volatile parallel safe as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
      52, 1), 53, 1), 'hex')::uuid
$$;

create function platform.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% rows are never changed or removed', tg_table_name using errcode = 'restrict_violation';
end $$;

create table platform.currency (
  id uuid primary key default platform.new_id(),
  name text not null,
  alpha_code text not null unique check (alpha_code ~ '^[A-Z]{3}$'),
  code text not null unique,
  symbol text not null,
  -- Indicative only, never moves money (spec §9 fallback exchange rates; design: tension 14).
  fallback_rate numeric(12,6),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

insert into platform.currency (id, name, alpha_code, code, symbol, fallback_rate) values
  ('00000000-0000-7000-8000-000000000826', 'Pound Sterling', 'GBP', '826', '£', 1),
  ('00000000-0000-7000-8000-000000000978', 'Euro', 'EUR', '978', '€', 0.859),
  ('00000000-0000-7000-8000-000000000840', 'US Dollar', 'USD', '840', '$', 0.787),
  ('00000000-0000-7000-8000-000000000752', 'Swedish Krona', 'SEK', '752', 'kr', 0.0726),
  ('00000000-0000-7000-8000-000000000985', 'Polish Zloty', 'PLN', '985', 'zł', 0.192);

create table platform.feature (
  code text primary key,
  name text not null
);
insert into platform.feature (code, name) values
  ('perm_placement', 'Permanent placements'),
  ('vat_liability', 'VAT liability report'),
  ('insight', 'Insights');

-- Facts about this installation: one row. is_demo alone opens the one-click sign-ins.
create table platform.installation (
  only_row boolean primary key default true check (only_row),
  is_demo boolean not null default false,
  demo_seed integer,
  -- A demo world trades up to this London day; the product's clock itself is never stored.
  demo_day date,
  created_at timestamptz not null default now()
);
insert into platform.installation default values;

-- Numbers of nouns that need no gap rule (TMS, PLC, CLI, ...). Invoices have platform.invoice_series.
create table platform.human_id_counter (
  prefix text primary key,
  last_number bigint not null default 0
);

-- Gapless document numbers: one row per issuing business and kind, incremented in the transaction that
-- issues the documents, so that a rollback gives the number back (design: money.md, numbering).
create table platform.invoice_series (
  issuer_id uuid not null,
  kind text not null check (kind in ('invoice', 'credit_note')),
  series_no integer not null,
  last_number bigint not null default 0,
  primary key (issuer_id, kind)
);
create sequence platform.invoice_series_no;

-- The answer to a mutating call is kept with its effect: a repeat gets the first answer.
create table platform.idempotency (
  user_id text not null,
  key text not null check (length(key) between 1 and 200),
  action_id text not null,
  input_hash text not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);

-- What must leave the database after commit; written in the same transaction as its cause.
create table platform.outbox (
  id uuid primary key default platform.new_id(),
  topic text not null,
  -- The business fact that makes delivery idempotent, e.g. 'invoice-mail:{id}'.
  fact_key text not null unique,
  payload jsonb not null,
  attempts integer not null default 0,
  last_error text,
  delivered_at timestamptz,
  created_at timestamptz not null default now()
);
create index outbox_waiting on platform.outbox (created_at) where delivered_at is null;

-- Long work with progress; survives a crash because each batch commits with its progress.
create table platform.job (
  id uuid primary key default platform.new_id(),
  kind text not null,
  action_id text,
  status text not null default 'queued' check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
  input jsonb not null default '{}',
  total integer not null default 0,
  done integer not null default 0,
  failed integer not null default 0,
  -- Refusals by row: [{id, human_id, message}], capped by the job.
  problems jsonb not null default '[]',
  message text,
  business_id uuid,
  user_id text not null,
  viewer jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  finished_at timestamptz,
  deleted_at timestamptz
);
create index job_of_user on platform.job (user_id, created_at desc);
