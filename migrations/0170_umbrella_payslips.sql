-- Why: the agency is liable for the PAYE of an umbrella company, so the company's payslips are compared with the
-- illustration of the work that it was paid for (payroll-run §5.1).
create table transaction.umbrella_payslip (
  id uuid primary key,
  provider_id uuid not null references business.business (id),
  agency_id uuid not null references business.business (id),
  contractor_id uuid not null references business.business (id),
  umbrella_id uuid not null references business.business (id),
  period_start date not null,
  period_end date not null check (period_end >= period_start),
  gross_pay numeric(15, 2) not null check (gross_pay >= 0),
  income_tax numeric(15, 2) not null,
  employee_ni numeric(15, 2) not null check (employee_ni >= 0),
  employer_ni numeric(15, 2) not null check (employer_ni >= 0),
  -- The company's margin a week.
  margin numeric(15, 2) not null check (margin >= 0),
  -- What the company was paid for the work of the period, without VAT and expenses.
  income numeric(15, 2) not null check (income > 0),
  illustrated_gross numeric(15, 2) not null check (illustrated_gross >= 0),
  status text not null check (status in ('agrees', 'low', 'explained')),
  explanation text check ((status = 'explained') = (explanation is not null)),
  explained_by text references platform."user" (id),
  currency_id uuid not null references platform.currency (id),
  created_by text not null references platform."user" (id),
  created_by_name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index umbrella_payslip_period on transaction.umbrella_payslip (agency_id, contractor_id, period_end)
  where deleted_at is null;
create index umbrella_payslip_provider on transaction.umbrella_payslip (provider_id, updated_at) where deleted_at is null;
create index umbrella_payslip_umbrella on transaction.umbrella_payslip (umbrella_id) where deleted_at is null;
create index umbrella_payslip_contractor on transaction.umbrella_payslip (contractor_id) where deleted_at is null;
call log.keep_sealed('transaction.umbrella_payslip');
call platform.watch_changes('transaction.umbrella_payslip');
