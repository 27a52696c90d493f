-- Why: a pay run computes payslips from the facts of employments. One person prepares it, another approves it, and an
-- employer has one source of figures at a time, so that nobody is paid twice (payroll-run, the pay run).
alter table business.paye_scheme add column source text not null default 'bureau' check (source in ('engine', 'bureau'));
-- Payslips name an agency: another employer's workers are paid from a bureau's figures.
alter table business.paye_scheme add constraint paye_scheme_engine check (source = 'bureau' or agency_id is not null);
call log.keep_sealed('business.paye_scheme');

alter table transaction.payroll_figure drop constraint payroll_figure_source_check;
alter table transaction.payroll_figure add constraint payroll_figure_source_check
  check (source in ('entered', 'imported', 'engine'));

create table transaction.pay_run (
  id uuid primary key,
  human_id text not null unique,
  paye_scheme_id uuid not null references business.paye_scheme (id),
  frequency text not null check (frequency in ('week', 'fortnight', 'four_week', 'month')),
  pay_day date not null,
  tax_year integer not null,
  period_number integer not null check (period_number between 1 and 56),
  status text not null check (status in ('open', 'calculated', 'checked', 'approved', 'paid', 'cancelled')),
  payslip_count integer not null default 0,
  stop_count integer not null default 0,
  warning_count integer not null default 0,
  gross_pay numeric(15,2) not null default 0,
  deductions numeric(15,2) not null default 0,
  net_pay numeric(15,2) not null default 0,
  employer_costs numeric(15,2) not null default 0,
  -- Of the last run of the scheme and frequency; null for the first.
  last_net_pay numeric(15,2),
  -- Of the payslips: the approval computes them again and compares.
  content_hash text,
  currency_id uuid not null references platform.currency (id),
  provider_id uuid not null references business.business (id),
  agency_id uuid not null references business.business (id),
  -- Everybody who opened, calculated, answered or checked it; none of them approves.
  prepared_by text[] not null check (cardinality(prepared_by) > 0),
  maker text not null,
  checker text,
  checked_at timestamptz,
  approved_by text,
  approver text,
  approved_at timestamptz,
  return_reason text,
  cancel_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint pay_run_second_person check (approved_by is null or approved_by <> all (prepared_by)),
  constraint pay_run_approved check ((status in ('approved', 'paid')) = (approved_by is not null)
    and (approved_by is null) = (approved_at is null)),
  constraint pay_run_cancelled check ((status = 'cancelled') = (cancel_reason is not null)),
  constraint pay_run_computed check (status in ('open', 'cancelled') or content_hash is not null)
);
create unique index pay_run_once on transaction.pay_run (paye_scheme_id, frequency, pay_day) where status <> 'cancelled';
create index pay_run_of_provider on transaction.pay_run (provider_id, updated_at desc, id);
create index pay_run_of_agency on transaction.pay_run (agency_id, updated_at desc, id);
create index pay_run_currency on transaction.pay_run (currency_id);
call log.keep_sealed('transaction.pay_run');
call platform.watch_changes('transaction.pay_run');

create table transaction.pay_run_payslip (
  id uuid primary key,
  pay_run_id uuid not null references transaction.pay_run (id),
  employment_id uuid not null references business.employment (id),
  contractor_id uuid not null references business.business (id),
  tax_code text not null,
  ni_letter text not null,
  hours numeric(12,4) not null,
  gross_pay numeric(15,2) not null,
  holiday_pay numeric(15,2) not null,
  income_tax numeric(15,2) not null,
  employee_ni numeric(15,2) not null,
  employee_pension numeric(15,2) not null,
  student_loan numeric(15,2) not null,
  other_deductions numeric(15,2) not null,
  net_pay numeric(15,2) not null,
  employer_ni numeric(15,2) not null,
  employer_pension numeric(15,2) not null,
  apprenticeship_levy numeric(15,2) not null,
  -- Of the worker's last payslip here; null for the first.
  last_net_pay numeric(15,2),
  net_change numeric(15,2),
  lines jsonb not null,
  -- Figures of each timesheet: less those they correct, they add up to the payslip.
  shares jsonb not null,
  -- What later payments of the period and corrections build on.
  kept jsonb not null,
  payslip_id uuid unique references transaction.payslip (id),
  currency_id uuid not null references platform.currency (id),
  provider_id uuid not null references business.business (id),
  agency_id uuid not null references business.business (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint pay_run_payslip_once unique (pay_run_id, contractor_id),
  constraint pay_run_payslip_adds_up check (
    net_pay = gross_pay - income_tax - employee_ni - employee_pension - student_loan - other_deductions)
);
create index pay_run_payslip_employment on transaction.pay_run_payslip (employment_id);
create index pay_run_payslip_contractor on transaction.pay_run_payslip (contractor_id, updated_at desc);
create index pay_run_payslip_of_provider on transaction.pay_run_payslip (provider_id, updated_at desc, id);
create index pay_run_payslip_of_agency on transaction.pay_run_payslip (agency_id, updated_at desc, id);
create index pay_run_payslip_currency on transaction.pay_run_payslip (currency_id);
-- A run is calculated again until it is approved; what was issued stays as it was.
create function transaction.keep_issued_slip() returns trigger language plpgsql as $$
begin
  raise exception 'an issued payslip of a pay run is kept';
end $$;
create trigger pay_run_payslip_kept before delete on transaction.pay_run_payslip
  for each row when (old.payslip_id is not null) execute function transaction.keep_issued_slip();
call log.keep_sealed('transaction.pay_run_payslip');
call platform.watch_changes('transaction.pay_run_payslip');

create table transaction.pay_run_check (
  id uuid primary key,
  pay_run_id uuid not null references transaction.pay_run (id),
  -- Null for the run as a whole.
  contractor_id uuid references business.business (id),
  code text not null check (code ~ '^[NP][0-9]{2}$'),
  level text not null check (level in ('stop', 'warning')),
  sentence text not null check (sentence <> ''),
  -- Of a warning that somebody looked into.
  reason text check (length(reason) >= 10),
  answered_by text,
  answerer text,
  provider_id uuid not null references business.business (id),
  agency_id uuid not null references business.business (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint pay_run_check_answered check ((reason is null) = (answered_by is null)
    and (reason is null) = (answerer is null) and (reason is null or level = 'warning'))
);
create index pay_run_check_of_run on transaction.pay_run_check (pay_run_id, level, code);
create index pay_run_check_contractor on transaction.pay_run_check (contractor_id);
create index pay_run_check_of_provider on transaction.pay_run_check (provider_id);
create index pay_run_check_of_agency on transaction.pay_run_check (agency_id);
call log.keep_sealed('transaction.pay_run_check');
call platform.watch_changes('transaction.pay_run_check');
