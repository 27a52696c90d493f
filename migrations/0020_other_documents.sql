-- Why: expenses, permanent placements, single documents and PAYE work become documents too (design: money.md §1.5, §1.6),
-- and fee rules are bounded and say what kind of work they are for.
alter table transaction.expense
  add submitted_by text references platform."user" (id),
  add approved_by_name text,
  add suspense_reason text;
-- Paid by the worker in the client's own name: passed on at cost, outside the scope of VAT.
alter table transaction.expense_detail add is_disbursement boolean not null default false;
create index expense_contract on transaction.expense (contract_id) where deleted_at is null;
create index expense_client_status on transaction.expense (client_id, status, updated_at desc) where deleted_at is null;

alter table contract.contract
  -- Single documents: days from raising to payment, and the tax they carry.
  add payment_terms integer check (payment_terms between 0 and 365),
  add tax_type text check (tax_type in ('standard', 'zero', 'exempt', 'outside_scope', 'reverse_charge', 'none')),
  -- The number the supplier, or whoever asked for the document, knows it by.
  add reference text,
  -- Days after the start within which a permanent placement that ends earns the client a rebate.
  add guarantee_period integer check (guarantee_period between 0 and 730),
  add left_date date,
  -- Why documents could not be raised; for agency and provider.
  add suspense_reason text;

create table contract.contract_activity (
  id uuid primary key default platform.new_id(),
  contract_id uuid not null references contract.contract (id),
  provider_id uuid not null, agency_id uuid not null, client_id uuid, contractor_id uuid, funder_id uuid,
  action text not null,
  old_status text,
  new_status text not null,
  comment text,
  message text not null,
  user_id text not null,
  user_name text not null,
  impersonator_user_id text,
  created_at timestamptz not null default now()
);
create index contract_activity_contract on contract.contract_activity (contract_id, created_at);
create trigger contract_activity_kept before update or delete on contract.contract_activity
  for each row execute function platform.refuse_change();

-- What is in a set in one word: a preview and the run it foresaw have the same (money.md, dry run).
alter table transaction.invoice_set add content_hash text;
-- A contract that is itself what is billed has one set, too; its credit set is negative.
create unique index invoice_set_of_contract on transaction.invoice_set (contract_id, version, generation_type)
  where timesheet_id is null and expense_id is null and (client_gross > 0 or contractor_gross > 0 or fee_gross > 0);

alter table contract.service_charge
  drop constraint service_charge_fee_type_check,
  add constraint service_charge_fee_type_check check (fee_type in ('service_fee', 'platform_fee', 'funder_fee', 'funder_discount')),
  add constraint service_charge_service_type_check check (service_type in ('temp_placement', 'perm_placement', 'expense')),
  add constraint service_charge_percent_check check (type <> 'percent' or value <= 100),
  add replaced_by_id uuid references contract.service_charge (id);

-- Payroll's figures of a PAYE timesheet: what its documents are made of until payroll makes them itself.
create table transaction.payroll_figure (
  id uuid primary key default platform.new_id(),
  timesheet_id uuid not null references transaction.timesheet (id),
  provider_id uuid not null references business.business (id),
  agency_id uuid not null references business.business (id),
  client_id uuid, contractor_id uuid, funder_id uuid,
  currency_id uuid not null references platform.currency (id),
  source text not null default 'entered' check (source in ('entered', 'imported')),
  pay_day date not null,
  period_number integer check (period_number between 1 and 56),
  gross_pay numeric(15,2) not null check (gross_pay >= 0),
  holiday_pay numeric(15,2) not null default 0 check (holiday_pay >= 0),
  income_tax numeric(15,2) not null default 0,
  employee_ni numeric(15,2) not null default 0 check (employee_ni >= 0),
  employee_pension numeric(15,2) not null default 0 check (employee_pension >= 0),
  student_loan numeric(15,2) not null default 0 check (student_loan >= 0),
  other_deductions numeric(15,2) not null default 0 check (other_deductions >= 0),
  net_pay numeric(15,2) not null check (net_pay >= 0),
  employer_ni numeric(15,2) not null default 0 check (employer_ni >= 0),
  employer_pension numeric(15,2) not null default 0 check (employer_pension >= 0),
  apprenticeship_levy numeric(15,2) not null default 0 check (apprenticeship_levy >= 0),
  holiday_pay_retained numeric(15,2) not null default 0 check (holiday_pay_retained >= 0),
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check (net_pay = gross_pay - income_tax - employee_ni - employee_pension - student_loan - other_deductions),
  check (holiday_pay <= gross_pay)
);
create unique index payroll_figure_timesheet on transaction.payroll_figure (timesheet_id) where deleted_at is null;
create index payroll_figure_provider on transaction.payroll_figure (provider_id, updated_at desc) where deleted_at is null;
create index payroll_figure_agency on transaction.payroll_figure (agency_id, updated_at desc) where deleted_at is null;

call platform.watch_changes('contract.contract_activity');
call platform.watch_changes('transaction.payroll_figure');
