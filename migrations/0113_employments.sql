-- Why: pay is computed from facts about the worker: the employment, the tax code and the National Insurance category in
-- force on the pay day. They are kept by date, so that a later notice changes no earlier payslip (payroll-run, data).
create table business.employment (
  id uuid primary key,
  contractor_id uuid not null references business.business (id),
  paye_scheme_id uuid not null references business.paye_scheme (id),
  payroll_id text not null check (length(payroll_id) between 1 and 35),
  start_date date not null,
  leave_date date check (leave_date >= start_date),
  pay_frequency text not null check (pay_frequency in ('week', 'fortnight', 'four_week', 'month')),
  is_irregular_hours boolean not null,
  workplace_postcode text,
  director_from date,
  director_to date check (director_to >= director_from),
  director_method text check (director_method in ('AN', 'AL')),
  starter_declaration text check (starter_declaration in ('A', 'B', 'C')),
  p45_leave_date date,
  p45_tax_code text,
  p45_is_week1 boolean,
  p45_period integer check (p45_period between 1 and 56),
  p45_pay_to_date numeric(15,2) check (p45_pay_to_date >= 0),
  p45_tax_to_date numeric(15,2) check (p45_tax_to_date between 0 and p45_pay_to_date),
  p45_student_loan boolean,
  currency_id uuid not null references platform.currency (id),
  provider_id uuid not null references business.business (id),
  -- The employer where it is an agency.
  agency_id uuid references business.business (id),
  created_by text not null references platform."user" (id),
  created_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((director_from is null) = (director_method is null)),
  check (director_to is null or director_from is not null),
  check ((p45_leave_date is null) = (p45_tax_code is null) and (p45_leave_date is null) = (p45_is_week1 is null)),
  check ((p45_pay_to_date is null) = (p45_tax_to_date is null)),
  -- HMRC knows a worker of a scheme by it; a rejoiner gets another.
  constraint employment_payroll_id unique (paye_scheme_id, payroll_id),
  constraint employment_days exclude using gist (paye_scheme_id with =, contractor_id with =,
    daterange(start_date, leave_date, '[]') with &&)
);
create index employment_of_contractor on business.employment (contractor_id);
create index employment_of_provider on business.employment (provider_id, updated_at desc, id);
create index employment_of_agency on business.employment (agency_id, updated_at desc, id);
create index employment_currency on business.employment (currency_id);
create index employment_maker on business.employment (created_by);
call log.keep_sealed('business.employment');
call platform.watch_changes('business.employment');

create table business.tax_code (
  id uuid primary key,
  employment_id uuid not null references business.employment (id),
  code text not null,
  -- Scotland, Wales; null elsewhere.
  regime text check (regime in ('S', 'C')),
  is_week1 boolean not null,
  source text not null check (source in ('p45', 'p6', 'p9', 'starter', 'default', 'after_leaving')),
  notice_date date,
  previous_pay numeric(15,2) check (previous_pay >= 0),
  previous_tax numeric(15,2) check (previous_tax between 0 and previous_pay),
  -- The first pay day that it applies to.
  effective_from date not null,
  effective_to date,
  currency_id uuid not null references platform.currency (id),
  provider_id uuid not null references business.business (id),
  agency_id uuid references business.business (id),
  created_by text not null references platform."user" (id),
  created_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Replaced by a later row of the same day.
  deleted_at timestamptz,
  check ((source in ('p6', 'p9')) = (notice_date is not null)),
  check ((previous_pay is null) = (previous_tax is null)),
  check (previous_pay is null or source = 'p6'),
  constraint tax_code_days exclude using gist (employment_id with =,
    daterange(effective_from, effective_to, '[]') with &&) where (deleted_at is null)
);
create index tax_code_of_employment on business.tax_code (employment_id, effective_from desc);
create index tax_code_of_provider on business.tax_code (provider_id);
create index tax_code_of_agency on business.tax_code (agency_id);
create index tax_code_currency on business.tax_code (currency_id);
create index tax_code_maker on business.tax_code (created_by);
call log.keep_sealed('business.tax_code');
call platform.watch_changes('business.tax_code');

create table business.ni_category (
  id uuid primary key,
  employment_id uuid not null references business.employment (id),
  letter text not null check (letter ~ '^[A-FH-NSVXZ]$'),
  reason text,
  -- The certificate or paper that a reduced letter rests on.
  evidence text,
  effective_from date not null,
  effective_to date,
  provider_id uuid not null references business.business (id),
  agency_id uuid references business.business (id),
  created_by text not null references platform."user" (id),
  created_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  check (letter in ('A', 'C', 'M', 'X') or evidence is not null),
  constraint ni_category_days exclude using gist (employment_id with =,
    daterange(effective_from, effective_to, '[]') with &&) where (deleted_at is null)
);
create index ni_category_of_employment on business.ni_category (employment_id, effective_from desc);
create index ni_category_of_provider on business.ni_category (provider_id);
create index ni_category_of_agency on business.ni_category (agency_id);
create index ni_category_maker on business.ni_category (created_by);
call log.keep_sealed('business.ni_category');
call platform.watch_changes('business.ni_category');
