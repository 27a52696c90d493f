-- Why: pay of an ended tax year that was wrong was put right with HMRC outside the product. A correction restates it: pay, tax,
-- National Insurance, loans and pension, with the worker's balance (decision 0200).
alter table transaction.year_correction
  add column kind text not null default 'letter' check (kind in ('letter', 'pay')),
  -- Of corrected pay.
  add column pay_kind text,
  -- Differences, above zero where pay was too little; loans of all plans.
  add column gross_pay numeric(15,2) not null default 0,
  add column income_tax numeric(15,2) not null default 0,
  add column student_loan numeric(15,2) not null default 0,
  add column employee_pension numeric(15,2) not null default 0,
  add column employer_pension numeric(15,2) not null default 0,
  -- Paid to the worker, or below zero owed by them.
  add column net_pay numeric(15,2) not null default 0,
  add column pension_scheme_id uuid references business.pension_scheme (id);

alter table transaction.year_correction disable trigger year_correction_kept;
update transaction.year_correction set net_pay = greatest(-employee_ni, 0);
alter table transaction.year_correction enable trigger year_correction_kept;

alter table transaction.year_correction
  alter column kind drop default,
  alter column gross_pay drop default,
  alter column income_tax drop default,
  alter column student_loan drop default,
  alter column employee_pension drop default,
  alter column employer_pension drop default,
  alter column net_pay drop default,
  add constraint year_correction_net check (case kind
    when 'letter' then pay_kind is null and pension_scheme_id is null and net_pay = greatest(-employee_ni, 0)
      and (gross_pay, income_tax, student_loan, employee_pension, employer_pension) = (0, 0, 0, 0, 0)
    else pay_kind is not null and gross_pay <> 0 and net_pay = gross_pay - income_tax - employee_ni - student_loan - employee_pension
      and (pension_scheme_id is not null or (employee_pension, employer_pension) = (0, 0)) end);
create index year_correction_pension on transaction.year_correction (pension_scheme_id) where pension_scheme_id is not null;
call log.keep_sealed('transaction.year_correction');

-- Pay of an ended year that was too much is carried by its correction.
alter table transaction.overpayment
  add column year_correction_id uuid references transaction.year_correction (id),
  drop constraint overpayment_of_payslip,
  drop constraint overpayment_decided,
  add constraint overpayment_of check (num_nonnulls(payslip_id, year_correction_id) = case when kind in ('carried', 'recovered') then 1 else 0 end
    and (pay_day is not null) = (kind in ('carried', 'recovered')) and (kind = 'carried' or year_correction_id is null)
    and (kind not in ('carried', 'recovered') or status = 'done') and (deleted_at is null or payslip_id is not null)),
  add constraint overpayment_decided check (num_nonnulls(decided_by, decided_by_name, decided_at)
    = case when kind not in ('carried', 'recovered') and status <> 'asked' then 3 else 0 end
    -- The author may take a request back.
    and (status = 'refused' or decided_by is distinct from created_by));
create unique index overpayment_of_correction on transaction.overpayment (year_correction_id) where year_correction_id is not null;
call log.keep_sealed('transaction.overpayment');
