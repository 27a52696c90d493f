-- Why: a worker of an ended tax year was paid under a wrong NI letter. A correction keeps the difference by period, is reported with
-- a return of that year, and is owed in the books; the worker has another P60 (decision 0181).
create table transaction.year_correction (
  id uuid primary key,
  employment_id uuid not null references business.employment (id),
  contractor_id uuid not null references business.business (id),
  paye_scheme_id uuid not null references business.paye_scheme (id),
  tax_year integer not null,
  -- Of the employment and year, drawn under the lock of the employment.
  correction_no integer not null check (correction_no > 0),
  letter text not null,
  from_pay_day date not null,
  -- Of the worker in that year: the pay day of the return.
  last_pay_day date not null check (last_pay_day >= from_pay_day),
  reason text not null,
  evidence text,
  period_count integer not null check (period_count > 0),
  -- Above zero where more is due to HMRC.
  employee_ni numeric(15,2) not null,
  employer_ni numeric(15,2) not null,
  -- Sentences, by pay day.
  working jsonb not null,
  -- Less of the wrong letters, and more of the right one, as payslips keep their parts.
  parts jsonb not null,
  currency_id uuid not null references platform.currency (id),
  provider_id uuid not null references business.business (id),
  agency_id uuid references business.business (id),
  created_by text not null references platform."user" (id),
  created_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index year_correction_of_employment on transaction.year_correction (employment_id, tax_year, correction_no);
create index year_correction_of_scheme on transaction.year_correction (paye_scheme_id, tax_year);
create index year_correction_of_contractor on transaction.year_correction (contractor_id);
create index year_correction_of_provider on transaction.year_correction (provider_id, updated_at desc, id);
create index year_correction_of_agency on transaction.year_correction (agency_id, updated_at desc, id);
create index year_correction_maker on transaction.year_correction (created_by);
create index year_correction_currency on transaction.year_correction (currency_id);
create trigger year_correction_kept before update or delete on transaction.year_correction
  for each row execute function platform.refuse_change();
call log.keep_sealed('transaction.year_correction');
call platform.watch_changes('transaction.year_correction');

-- A Full Payment Submission is of a pay run or of a correction.
alter table transaction.rti_submission
  add column year_correction_id uuid references transaction.year_correction (id),
  drop constraint rti_submission_check,
  add constraint rti_submission_of check (num_nonnulls(pay_run_id, year_correction_id) = case kind when 'fps' then 1 else 0 end);
create unique index rti_submission_of_correction on transaction.rti_submission (year_correction_id) where status <> 'rejected';
call log.keep_sealed('transaction.rti_submission');

-- National Insurance that goes back to the worker is paid like net pay.
alter table transaction.payroll_payment
  add column year_correction_id uuid references transaction.year_correction (id),
  drop constraint payroll_payment_of,
  add constraint payroll_payment_of check (num_nonnulls(payslip_id, year_correction_id) = case kind when 'net_pay' then 1 else 0 end
    and (kind = 'net_pay') = (period_start is null) and (period_start is null) = (period_end is null)
    and (kind = 'pension') = (pension_scheme_id is not null) and (kind = 'attachment' or attachment_order_id is null));
create unique index payroll_payment_correction on transaction.payroll_payment (year_correction_id) where year_correction_id is not null;
call log.keep_sealed('transaction.payroll_payment');

-- A P60 after a correction is another original; the one before stays as it was given.
alter table transaction.tax_form add column year_correction_id uuid references transaction.year_correction (id);
create index tax_form_correction on transaction.tax_form (year_correction_id) where year_correction_id is not null;
drop index transaction.tax_form_once;
create unique index tax_form_once on transaction.tax_form (employment_id, kind, tax_year, year_correction_id) nulls not distinct
  where not is_copy;
call log.keep_sealed('transaction.tax_form');

-- A correction is a fact that an entry may name.
do $$ begin
  execute replace(pg_get_functiondef('ledger.post(jsonb)'::regprocedure),
    $x$when 'transaction.refund' then$x$,
    $x$when 'transaction.year_correction' then exists (select from transaction.year_correction s where s.id = t.source_id)
      when 'transaction.refund' then$x$);
end $$;
