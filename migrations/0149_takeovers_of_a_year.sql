-- Why: a takeover in mid-year told what workers were paid, and nothing of HMRC: P32 and Employer Payment Summary of the year
-- began with the first month here. Months of the payroll before stand beside the closed ones (decision 0084). A takeover also
-- takes four NI letters, and the figures of a director since an appointment in the year.
alter table transaction.tax_month drop constraint tax_month_status_check;
alter table transaction.tax_month add constraint tax_month_status_check check (status in ('closed', 'corrected', 'taken_over'));
alter table transaction.tax_month
  -- To HMRC by the payroll before; null for a month that was closed here.
  add column paid numeric(15,2) check (paid >= 0),
  add column source text,
  add constraint tax_month_source check ((paid is null) = (source is null) and (status <> 'taken_over' or source is not null)
    and (status <> 'closed' or source is null)),
  add constraint tax_month_former check (source is null or (payslip_count = 0 and income_tax >= 0 and employee_ni >= 0
    and student_loan >= 0 and employer_ni >= 0 and levy_due between 0 and levy_charged and recovered >= 0
    and compensation between 0 and recovered and employment_allowance >= 0));
create unique index tax_month_taken_over on transaction.tax_month (paye_scheme_id, tax_year, tax_month) where status = 'taken_over';
-- A month is put right by another one, never changed.
create or replace function transaction.keep_tax_month() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.status in ('closed', 'taken_over') and new.status = 'corrected'
    and to_jsonb(new) - '{status,correction_reason,corrected_by_name,corrected_at,updated_at}'::text[]
      = to_jsonb(old) - '{status,correction_reason,corrected_by_name,corrected_at,updated_at}'::text[] then
    return new;
  end if;
  raise exception 'a tax month is kept as it was closed';
end $$;
call log.keep_sealed('transaction.tax_month');

alter table business.payroll_takeover
  add column second_earlier_ni_letter text check (second_earlier_ni_letter ~ '^[A-FH-NSVXZ]$'),
  add column second_earlier_ni_earnings numeric(15,2) not null default 0 check (second_earlier_ni_earnings >= 0),
  add column second_earlier_at_lel numeric(15,2) not null default 0 check (second_earlier_at_lel >= 0),
  add column second_earlier_lel_to_pt numeric(15,2) not null default 0 check (second_earlier_lel_to_pt >= 0),
  add column second_earlier_pt_to_uel numeric(15,2) not null default 0 check (second_earlier_pt_to_uel >= 0),
  add column second_earlier_employee_ni numeric(15,2) not null default 0 check (second_earlier_employee_ni >= 0),
  add column second_earlier_employer_ni numeric(15,2) not null default 0 check (second_earlier_employer_ni >= 0),
  add column third_earlier_ni_letter text check (third_earlier_ni_letter ~ '^[A-FH-NSVXZ]$'),
  add column third_earlier_ni_earnings numeric(15,2) not null default 0 check (third_earlier_ni_earnings >= 0),
  add column third_earlier_at_lel numeric(15,2) not null default 0 check (third_earlier_at_lel >= 0),
  add column third_earlier_lel_to_pt numeric(15,2) not null default 0 check (third_earlier_lel_to_pt >= 0),
  add column third_earlier_pt_to_uel numeric(15,2) not null default 0 check (third_earlier_pt_to_uel >= 0),
  add column third_earlier_employee_ni numeric(15,2) not null default 0 check (third_earlier_employee_ni >= 0),
  add column third_earlier_employer_ni numeric(15,2) not null default 0 check (third_earlier_employer_ni >= 0),
  -- Of the letter in force, since a director was appointed in the tax year.
  add column since_ni_earnings numeric(15,2) not null default 0 check (since_ni_earnings >= 0),
  add column since_at_lel numeric(15,2) not null default 0 check (since_at_lel >= 0),
  add column since_lel_to_pt numeric(15,2) not null default 0 check (since_lel_to_pt >= 0),
  add column since_pt_to_uel numeric(15,2) not null default 0 check (since_pt_to_uel >= 0),
  add column since_employee_ni numeric(15,2) not null default 0 check (since_employee_ni >= 0),
  add column since_employer_ni numeric(15,2) not null default 0 check (since_employer_ni >= 0);
call log.keep_sealed('business.payroll_takeover');
