-- Why: payroll pays sick workers and parents by their recorded days. Each absence is kept with what it is paid from, so that
-- a payslip shows why (payroll.md §2.14).
create table transaction.statutory_absence (
  id uuid primary key,
  employment_id uuid not null references business.employment (id),
  contractor_id uuid not null references business.business (id),
  kind text not null check (kind in ('ssp', 'smp', 'spp', 'sap', 'shpp', 'spbp', 'sncp')),
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  -- The expected week of birth, the matching, the death, or the first day of care; of parents alone.
  event_day date,
  -- `Mon Tue Wed`: of sickness alone.
  qualifying_days text,
  evidence text,
  average_weekly_earnings numeric(15,2) not null check (average_weekly_earnings >= 0),
  -- Why other earnings than the computed ones were entered.
  average_reason text,
  -- The last pay day at the entry: the next payslip pays all days before it.
  paid_until date,
  withdrawn_at timestamptz,
  withdraw_reason text,
  currency_id uuid not null references platform.currency (id),
  provider_id uuid not null references business.business (id),
  agency_id uuid references business.business (id),
  created_by text not null references platform."user" (id),
  created_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((kind = 'ssp') = (event_day is null)),
  check ((kind = 'ssp') = (qualifying_days is not null)),
  check ((withdrawn_at is null) = (withdraw_reason is null)),
  constraint statutory_absence_days exclude using gist (employment_id with =,
    daterange(first_day, last_day, '[]') with &&) where (withdrawn_at is null)
);
create index statutory_absence_of_employment on transaction.statutory_absence (employment_id, first_day);
create index statutory_absence_of_contractor on transaction.statutory_absence (contractor_id);
create index statutory_absence_of_provider on transaction.statutory_absence (provider_id, updated_at desc);
create index statutory_absence_of_agency on transaction.statutory_absence (agency_id, updated_at desc);
create index statutory_absence_currency on transaction.statutory_absence (currency_id);
create index statutory_absence_maker on transaction.statutory_absence (created_by);
call log.keep_sealed('transaction.statutory_absence');
call platform.watch_changes('transaction.statutory_absence');
