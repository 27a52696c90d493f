-- Why: a leaver is given a P45 once, and everybody employed on 5 April a P60. What was given is kept as it was, and a lost
-- form is printed again as a copy (payroll-run, returns).
create table transaction.tax_form (
  id uuid primary key,
  kind text not null check (kind in ('p45', 'p60')),
  employment_id uuid not null references business.employment (id),
  contractor_id uuid not null references business.business (id),
  tax_year integer not null,
  is_copy boolean not null,
  issued_on date not null,
  tax_code text not null,
  -- Of this employment.
  pay_to_date numeric(15,2) not null,
  tax_to_date numeric(15,2) not null,
  -- What the form prints.
  page jsonb not null,
  currency_id uuid not null references platform.currency (id),
  provider_id uuid not null references business.business (id),
  agency_id uuid references business.business (id),
  created_by text not null references platform."user" (id),
  created_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index tax_form_once on transaction.tax_form (employment_id, kind, tax_year) where not is_copy;
create index tax_form_of_employment on transaction.tax_form (employment_id, created_at desc);
create index tax_form_of_contractor on transaction.tax_form (contractor_id, updated_at desc);
create index tax_form_of_provider on transaction.tax_form (provider_id, updated_at desc, id);
create index tax_form_of_agency on transaction.tax_form (agency_id, updated_at desc, id);
create index tax_form_currency on transaction.tax_form (currency_id);
create index tax_form_maker on transaction.tax_form (created_by);
create trigger tax_form_kept before update or delete on transaction.tax_form
  for each row execute function platform.refuse_change();
call log.keep_sealed('transaction.tax_form');
call platform.watch_changes('transaction.tax_form');
