-- Why: payroll deducts student loans and attachment orders by the notices that arrive for a worker. Each is kept with its
-- days, so that a payslip shows what applied on its pay day (payroll-run, student loans and attachment orders).
create table business.student_loan (
  id uuid primary key,
  employment_id uuid not null references business.employment (id),
  plan text not null check (plan in ('plan_1', 'plan_2', 'plan_4', 'plan_5', 'postgraduate')),
  source text not null check (source in ('sl1', 'p45', 'starter')),
  -- The first and the last pay day with the deduction.
  effective_from date not null,
  effective_to date check (effective_to >= effective_from),
  provider_id uuid not null references business.business (id),
  agency_id uuid references business.business (id),
  created_by text not null references platform."user" (id),
  created_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint student_loan_days exclude using gist (employment_id with =, plan with =,
    daterange(effective_from, effective_to, '[]') with &&)
);
create index student_loan_of_provider on business.student_loan (provider_id);
create index student_loan_of_agency on business.student_loan (agency_id);
create index student_loan_maker on business.student_loan (created_by);
call log.keep_sealed('business.student_loan');
call platform.watch_changes('business.student_loan');

create table business.attachment_order (
  id uuid primary key,
  employment_id uuid not null references business.employment (id),
  kind text not null check (kind in ('dea', 'council_tax', 'deo', 'aeo_priority', 'aeo_civil', 'ccaeo')),
  authority text not null,
  reference text not null,
  order_date date not null,
  received_on date not null check (received_on >= order_date),
  rate text not null check (rate in ('standard', 'higher', 'fixed', 'table', 'given')),
  amount numeric(15,2) check (amount > 0),
  protected_earnings numeric(15,2) check (protected_earnings >= 0),
  debt numeric(15,2) check (debt > 0),
  charges_admin_fee boolean not null,
  ended_on date check (ended_on >= received_on),
  end_reason text,
  currency_id uuid not null references platform.currency (id),
  provider_id uuid not null references business.business (id),
  agency_id uuid references business.business (id),
  created_by text not null references platform."user" (id),
  created_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((rate in ('fixed', 'given')) = (amount is not null)),
  check ((ended_on is null) = (end_reason is null)),
  constraint attachment_order_reference unique (employment_id, authority, reference)
);
create index attachment_order_of_provider on business.attachment_order (provider_id);
create index attachment_order_of_agency on business.attachment_order (agency_id);
create index attachment_order_currency on business.attachment_order (currency_id);
create index attachment_order_maker on business.attachment_order (created_by);
call log.keep_sealed('business.attachment_order');
call platform.watch_changes('business.attachment_order');
