-- Why: an employer files and pays under its PAYE scheme with HMRC. A payslip of the engine needs the scheme of the
-- employer, and the allowances that it claims in each tax year (payroll-run, employers).
create table business.paye_scheme (
  id uuid primary key,
  business_id uuid not null references business.business (id),
  office_number text not null check (office_number ~ '^[0-9]{3}$'),
  paye_reference text not null check (paye_reference ~ '^[A-Z0-9]{1,10}$'),
  employer_reference text not null generated always as (office_number || '/' || paye_reference) stored,
  accounts_office_reference text not null check (accounts_office_reference ~ '^[0-9]{3}P[A-Z][0-9]{7}[0-9X]$'),
  -- Of a company that sets off CIS deductions.
  corporation_tax_reference text check (corporation_tax_reference ~ '^[0-9]{10}$'),
  payment_frequency text not null check (payment_frequency in ('monthly', 'quarterly')),
  levy_charge text not null check (levy_charge in ('per_timesheet', 'none')),
  associated_group text,
  provider_id uuid not null references business.business (id),
  -- The employer where it is an agency.
  agency_id uuid references business.business (id),
  created_by text not null references platform."user" (id),
  created_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (agency_id is null or agency_id = business_id),
  constraint paye_scheme_once unique (provider_id, office_number, paye_reference)
);
create index paye_scheme_of_business on business.paye_scheme (business_id);
create index paye_scheme_of_provider on business.paye_scheme (provider_id, updated_at desc, id);
create index paye_scheme_of_agency on business.paye_scheme (agency_id, updated_at desc, id);
create index paye_scheme_maker on business.paye_scheme (created_by);
call log.keep_sealed('business.paye_scheme');
call platform.watch_changes('business.paye_scheme');

create table business.paye_scheme_year (
  id uuid primary key,
  paye_scheme_id uuid not null references business.paye_scheme (id),
  -- 6 April of the tax year. It applies until another year says otherwise.
  effective_from date not null check (to_char(effective_from, 'MM-DD') = '04-06'),
  effective_to date,
  is_small_employer boolean not null,
  claims_employment_allowance boolean not null,
  allowance_declared_by text,
  levy_allowance numeric(15,2) not null check (levy_allowance between 0 and 15000),
  currency_id uuid not null references platform.currency (id),
  provider_id uuid not null references business.business (id),
  agency_id uuid references business.business (id),
  created_by text not null references platform."user" (id),
  created_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Replaced by a later row of the same year.
  deleted_at timestamptz,
  check (claims_employment_allowance = (allowance_declared_by is not null)),
  constraint paye_scheme_year_days exclude using gist (paye_scheme_id with =,
    daterange(effective_from, effective_to, '[]') with &&) where (deleted_at is null)
);
create index paye_scheme_year_of_scheme on business.paye_scheme_year (paye_scheme_id, effective_from desc);
create index paye_scheme_year_of_provider on business.paye_scheme_year (provider_id);
create index paye_scheme_year_of_agency on business.paye_scheme_year (agency_id);
create index paye_scheme_year_currency on business.paye_scheme_year (currency_id);
create index paye_scheme_year_maker on business.paye_scheme_year (created_by);
call log.keep_sealed('business.paye_scheme_year');
call platform.watch_changes('business.paye_scheme_year');
