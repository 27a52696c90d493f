-- Why: a worker agrees in writing to a deduction after tax, such as for a uniform or an advance; it never takes the pay below the
-- minimum wage (payroll-run, order of calculation; decision 0164).
create table business.agreed_deduction (
  id uuid primary key,
  employment_id uuid not null references business.employment (id),
  -- As the payslip names it.
  purpose text not null,
  -- The day of the worker's signature, and where the paper is.
  agreed_on date not null,
  evidence text not null,
  -- Of each pay period.
  amount numeric(15,2) not null check (amount > 0),
  -- Of all payslips together; null for a deduction without an end.
  total numeric(15,2) check (total >= amount),
  effective_from date not null check (effective_from >= agreed_on),
  ended_on date check (ended_on >= effective_from),
  end_reason text,
  currency_id uuid not null references platform.currency (id),
  provider_id uuid not null references business.business (id),
  agency_id uuid references business.business (id),
  created_by text not null references platform."user" (id),
  created_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((ended_on is null) = (end_reason is null))
);
create index agreed_deduction_of_employment on business.agreed_deduction (employment_id, effective_from desc);
create index agreed_deduction_of_provider on business.agreed_deduction (provider_id, updated_at desc, id);
create index agreed_deduction_of_agency on business.agreed_deduction (agency_id, updated_at desc, id);
create index agreed_deduction_currency on business.agreed_deduction (currency_id);
create index agreed_deduction_maker on business.agreed_deduction (created_by);
call log.keep_sealed('business.agreed_deduction');
call platform.watch_changes('business.agreed_deduction');
