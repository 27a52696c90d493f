-- Why: payroll deducts pensions by the worker's membership on the pay day, and must show when each worker was enrolled,
-- postponed or left (payroll.md §2.15).
create table business.pension_scheme (
  id uuid primary key,
  paye_scheme_id uuid not null references business.paye_scheme (id),
  name text not null,
  provider text not null,
  employer_reference text not null,
  relief text not null check (relief in ('at_source', 'net_pay', 'salary_sacrifice')),
  basis text not null check (basis in ('qualifying', 'set_1', 'set_2', 'set_3')),
  employee_percent numeric(12,4) not null check (employee_percent >= 0 and employee_percent <= 100),
  employer_percent numeric(12,4) not null check (employer_percent > 0 and employer_percent <= 50),
  payment_day integer not null check (payment_day between 1 and 28),
  provider_id uuid not null references business.business (id),
  agency_id uuid references business.business (id),
  created_by text not null references platform."user" (id),
  created_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint pension_scheme_name unique (paye_scheme_id, name)
);
create index pension_scheme_of_provider on business.pension_scheme (provider_id);
create index pension_scheme_of_agency on business.pension_scheme (agency_id);
create index pension_scheme_maker on business.pension_scheme (created_by);
call log.keep_sealed('business.pension_scheme');
call platform.watch_changes('business.pension_scheme');

create table business.pension_membership (
  id uuid primary key,
  employment_id uuid not null references business.employment (id),
  state text not null check (state in ('postponed', 'enrolled', 'opted_out', 'ceased')),
  pension_scheme_id uuid references business.pension_scheme (id),
  entry text check (entry in ('automatic', 'opt_in', 'joined', 're_enrolled')),
  -- When the worker was told: of the enrolment, or of the postponement.
  informed_on date,
  -- Of a postponement.
  postponed_to date,
  reason text,
  effective_from date not null,
  effective_to date check (effective_to >= effective_from),
  deleted_at timestamptz,
  provider_id uuid not null references business.business (id),
  agency_id uuid references business.business (id),
  created_by text not null references platform."user" (id),
  created_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((state = 'postponed') = (pension_scheme_id is null)),
  check ((state = 'postponed') = (postponed_to is not null)),
  check ((state = 'enrolled') = (entry is not null)),
  constraint pension_membership_days exclude using gist (employment_id with =,
    daterange(effective_from, effective_to, '[]') with &&) where (deleted_at is null)
);
create index pension_membership_of_scheme on business.pension_membership (pension_scheme_id);
create index pension_membership_of_provider on business.pension_membership (provider_id);
create index pension_membership_of_agency on business.pension_membership (agency_id);
create index pension_membership_maker on business.pension_membership (created_by);
call log.keep_sealed('business.pension_membership');
call platform.watch_changes('business.pension_membership');
