-- Why: for work inside IR35 through a limited company the fee payer deducts tax and National Insurance from the fee. The
-- worker has an off-payroll employment, a pay run computes the deduction, and it settles that part of the company's self-bill.
alter table business.employment
  add column off_payroll boolean not null default false,
  -- Tax and National Insurance of an ordinary earnings period alone.
  add constraint employment_off_payroll check (not off_payroll
    or (rolled_up_percent is null and retained_percent is null and director_from is null));
call log.keep_sealed('business.employment');

-- The fee of one self-bill as earnings, with the part of the payslip's tax and National Insurance that is deducted from it.
create table transaction.deemed_payment (
  id uuid primary key,
  invoice_id uuid not null unique references transaction.invoice (id),
  payslip_id uuid not null references transaction.payslip (id),
  employment_id uuid not null references business.employment (id),
  contractor_id uuid not null references business.business (id),
  pay_day date not null,
  -- Without VAT.
  fee numeric(15,2) not null check (fee > 0),
  -- Below zero where tax of the year is given back.
  income_tax numeric(15,2) not null,
  employee_ni numeric(15,2) not null check (employee_ni >= 0),
  currency_id uuid not null references platform.currency (id),
  provider_id uuid not null references business.business (id),
  agency_id uuid not null references business.business (id),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index deemed_payment_of_payslip on transaction.deemed_payment (payslip_id);
create index deemed_payment_of_employment on transaction.deemed_payment (employment_id, pay_day);
create index deemed_payment_of_contractor on transaction.deemed_payment (contractor_id, updated_at desc);
create index deemed_payment_of_provider on transaction.deemed_payment (provider_id, updated_at desc, id);
create index deemed_payment_of_agency on transaction.deemed_payment (agency_id, updated_at desc, id);
create index deemed_payment_currency on transaction.deemed_payment (currency_id);
create trigger deemed_payment_kept before update or delete on transaction.deemed_payment
  for each row execute function platform.refuse_change();
call log.keep_sealed('transaction.deemed_payment');
call platform.watch_changes('transaction.deemed_payment');
