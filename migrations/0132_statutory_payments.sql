-- Why: pay runs pay the days of recorded absences. Each payment is kept by absence, so that no day is paid twice and the
-- employer reads what HMRC gives back; pay without a timesheet has documents of its own (payroll-run, statutory pay).
alter table transaction.pay_run_payslip
  -- Pay besides work: its figures, and what it pays; null where all pay is of timesheets.
  add column besides jsonb,
  add column invoice_set_id uuid unique references transaction.invoice_set (id);
call log.keep_sealed('transaction.pay_run_payslip');

alter table transaction.invoice_set drop constraint invoice_set_generated_for_check;
alter table transaction.invoice_set add constraint invoice_set_generated_for_check check (generated_for in
  ('timesheet', 'expense', 'perm_placement', 'sales_invoice', 'purchase_ledger', 'adhoc_fee', 'payslip'));
-- A placement has a set of each payslip with pay besides work.
drop index transaction.invoice_set_of_contract;
create unique index invoice_set_of_contract on transaction.invoice_set (contract_id, version, generation_type)
  where timesheet_id is null and expense_id is null and status <> 'credit' and generated_for <> 'payslip';

create table transaction.statutory_payment (
  id uuid primary key,
  statutory_absence_id uuid not null references transaction.statutory_absence (id),
  payslip_id uuid not null references transaction.payslip (id),
  employment_id uuid not null references business.employment (id),
  contractor_id uuid not null references business.business (id),
  kind text not null check (kind in ('ssp', 'smp', 'spp', 'sap', 'shpp', 'spbp', 'sncp')),
  from_day date not null,
  to_day date not null check (to_day >= from_day),
  pay_day date not null,
  -- Below zero where pay of a withdrawn absence is taken back.
  amount numeric(15,2) not null check (amount <> 0),
  recovered numeric(15,2) not null,
  compensation numeric(15,2) not null,
  currency_id uuid not null references platform.currency (id),
  provider_id uuid not null references business.business (id),
  agency_id uuid not null references business.business (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint statutory_payment_once unique (payslip_id, statutory_absence_id),
  constraint statutory_payment_days exclude using gist (statutory_absence_id with =,
    daterange(from_day, to_day, '[]') with &&) where (amount > 0),
  constraint statutory_payment_recovery check (kind <> 'ssp' or (recovered = 0 and compensation = 0))
);
create index statutory_payment_of_employment on transaction.statutory_payment (employment_id, pay_day);
create index statutory_payment_of_contractor on transaction.statutory_payment (contractor_id, updated_at desc);
create index statutory_payment_of_provider on transaction.statutory_payment (provider_id, updated_at desc, id);
create index statutory_payment_of_agency on transaction.statutory_payment (agency_id, updated_at desc, id);
create index statutory_payment_currency on transaction.statutory_payment (currency_id);
create trigger statutory_payment_kept before update or delete on transaction.statutory_payment
  for each row execute function platform.refuse_change();
call log.keep_sealed('transaction.statutory_payment');
call platform.watch_changes('transaction.statutory_payment');
