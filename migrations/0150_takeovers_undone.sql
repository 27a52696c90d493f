-- Why: a takeover of the wrong worker or scheme stayed, as an employment that nobody paid. It is undone before the first
-- payslip: the employment that it began is taken out, and its payroll id is free again (decision 0084).
alter table business.employment add column deleted_at timestamptz;
alter table business.employment drop constraint employment_payroll_id;
create unique index employment_payroll_id on business.employment (paye_scheme_id, payroll_id) where deleted_at is null;
alter table business.employment drop constraint employment_days;
alter table business.employment add constraint employment_days exclude using gist (paye_scheme_id with =, contractor_id with =,
  daterange(start_date, leave_date, '[]') with &&) where (deleted_at is null);
call log.keep_sealed('business.employment');
-- Takeovers so far began their employments.
alter table business.payroll_takeover add column began_employment boolean not null default true;
call log.keep_sealed('business.payroll_takeover');
