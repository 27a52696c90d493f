-- Why: a scheme that changes to Stint within a tax year brings figures to date of each worker. Tax, a director's National
-- Insurance, returns and forms of the year count from them, so they are kept with their source (decision 0079).
create table business.payroll_takeover (
  id uuid primary key,
  employment_id uuid not null references business.employment (id),
  contractor_id uuid not null references business.business (id),
  tax_year integer not null,
  -- The last pay day that the figures hold.
  last_pay_day date not null,
  -- The payroll and paper that they were taken from.
  source text not null,
  tax_code text not null,
  is_week1 boolean not null,
  student_loan_plan text check (student_loan_plan in ('plan_1', 'plan_2', 'plan_4', 'plan_5')),
  has_postgraduate_loan boolean not null,
  pension_scheme text,
  holiday_hours numeric(12,4),
  -- Of an earlier employer in the tax year.
  previous_pay numeric(15,2) not null check (previous_pay >= 0),
  previous_tax numeric(15,2) not null check (previous_tax between 0 and previous_pay),
  gross_pay numeric(15,2) not null check (gross_pay >= 0),
  taxable_pay numeric(15,2) not null check (taxable_pay between 0 and gross_pay),
  -- Below zero where tax of an earlier employer went back.
  income_tax numeric(15,2) not null check (income_tax <= taxable_pay),
  student_loan numeric(15,2) not null check (student_loan >= 0),
  postgraduate_loan numeric(15,2) not null check (postgraduate_loan >= 0),
  pension_net_pay numeric(15,2) not null check (pension_net_pay >= 0),
  pension_at_source numeric(15,2) not null check (pension_at_source >= 0),
  other_deductions numeric(15,2) not null check (other_deductions >= 0),
  employer_pension numeric(15,2) not null check (employer_pension >= 0),
  ni_letter text not null check (ni_letter ~ '^[A-FH-NSVXZ]$'),
  ni_evidence text,
  ni_earnings numeric(15,2) not null check (ni_earnings >= 0),
  at_lel numeric(15,2) not null check (at_lel >= 0),
  lel_to_pt numeric(15,2) not null check (lel_to_pt >= 0),
  pt_to_uel numeric(15,2) not null check (pt_to_uel >= 0),
  employee_ni numeric(15,2) not null check (employee_ni >= 0),
  employer_ni numeric(15,2) not null check (employer_ni >= 0),
  -- The letter before, where it changed in the tax year.
  earlier_ni_letter text check (earlier_ni_letter ~ '^[A-FH-NSVXZ]$' and earlier_ni_letter <> ni_letter),
  earlier_ni_earnings numeric(15,2) not null check (earlier_ni_earnings >= 0),
  earlier_at_lel numeric(15,2) not null check (earlier_at_lel >= 0),
  earlier_lel_to_pt numeric(15,2) not null check (earlier_lel_to_pt >= 0),
  earlier_pt_to_uel numeric(15,2) not null check (earlier_pt_to_uel >= 0),
  earlier_employee_ni numeric(15,2) not null check (earlier_employee_ni >= 0),
  earlier_employer_ni numeric(15,2) not null check (earlier_employer_ni >= 0),
  smp numeric(15,2) not null check (smp >= 0),
  spp numeric(15,2) not null check (spp >= 0),
  sap numeric(15,2) not null check (sap >= 0),
  shpp numeric(15,2) not null check (shpp >= 0),
  spbp numeric(15,2) not null check (spbp >= 0),
  sncp numeric(15,2) not null check (sncp >= 0),
  currency_id uuid not null references platform.currency (id),
  provider_id uuid not null references business.business (id),
  agency_id uuid references business.business (id),
  created_by text not null references platform."user" (id),
  created_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Replaced by a later row of the same tax year.
  deleted_at timestamptz
);
create unique index payroll_takeover_of_year on business.payroll_takeover (employment_id, tax_year) where deleted_at is null;
create index payroll_takeover_of_employment on business.payroll_takeover (employment_id, created_at desc);
create index payroll_takeover_of_contractor on business.payroll_takeover (contractor_id, updated_at desc);
create index payroll_takeover_of_provider on business.payroll_takeover (provider_id, updated_at desc, id);
create index payroll_takeover_of_agency on business.payroll_takeover (agency_id, updated_at desc, id);
create index payroll_takeover_currency on business.payroll_takeover (currency_id);
create index payroll_takeover_maker on business.payroll_takeover (created_by);
call log.keep_sealed('business.payroll_takeover');
call platform.watch_changes('business.payroll_takeover');

alter table business.tax_code drop constraint tax_code_source_check;
alter table business.tax_code add constraint tax_code_source_check
  check (source in ('p45', 'p6', 'p9', 'starter', 'default', 'after_leaving', 'takeover'));
alter table business.student_loan drop constraint student_loan_source_check;
alter table business.student_loan add constraint student_loan_source_check
  check (source in ('sl1', 'p45', 'starter', 'takeover'));
