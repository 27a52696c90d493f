-- Why: employer NI of £99,999 was stored on a charge of £848.63. Figures outside of what is possible are stored only after a
-- second person has confirmed them; what was asked, why, and who decided stays.
create table transaction.payroll_override (
  id uuid primary key,
  timesheet_id uuid not null references transaction.timesheet (id),
  version integer not null,
  status text not null default 'requested' check (status in ('requested', 'confirmed', 'rejected')),
  faults text not null check (faults <> ''),
  reason text not null check (reason <> ''),
  pay_day date not null,
  period_number integer,
  gross_pay numeric(15,2) not null,
  holiday_pay numeric(15,2) not null,
  income_tax numeric(15,2) not null,
  employee_ni numeric(15,2) not null,
  employee_pension numeric(15,2) not null,
  student_loan numeric(15,2) not null,
  other_deductions numeric(15,2) not null,
  other_deductions_for text,
  net_pay numeric(15,2) not null,
  employer_ni numeric(15,2) not null,
  employer_pension numeric(15,2) not null,
  apprenticeship_levy numeric(15,2) not null,
  holiday_pay_retained numeric(15,2) not null,
  currency_id uuid not null references platform.currency (id),
  provider_id uuid not null references business.business (id),
  agency_id uuid not null references business.business (id),
  contractor_id uuid not null references business.business (id),
  requested_by text not null,
  requester text not null,
  decided_by text,
  decider text,
  decided_at timestamptz,
  decision_comment text,
  -- The stored figures; absent until the request is confirmed.
  payroll_figure_id uuid unique references transaction.payroll_figure (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint payroll_override_second_person check (decided_by is null or decided_by <> requested_by),
  constraint payroll_override_decided check ((status = 'requested') = (decided_by is null)
    and (decided_by is null) = (decided_at is null) and (status = 'confirmed') = (payroll_figure_id is not null))
);
create unique index payroll_override_waits_once on transaction.payroll_override (timesheet_id) where status = 'requested';
create index payroll_override_of_provider on transaction.payroll_override (provider_id, updated_at desc, id);
call log.keep_sealed('transaction.payroll_override');
call platform.watch_changes('transaction.payroll_override');

-- True: stored within the bounds, or by an confirmed override. Figures of earlier releases stay as they are, and have none.
alter table transaction.payroll_figure add column is_judged boolean;
