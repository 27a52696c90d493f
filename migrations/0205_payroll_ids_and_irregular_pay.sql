-- Why: a Full Payment Submission states a changed payroll id once, with the former one, and says where no pay is expected for three
-- months (payroll-run, returns; decision 0163).
alter table business.employment
  add column is_irregularly_paid boolean not null default false,
  add column former_payroll_id text,
  -- The first pay day under the new id.
  add column payroll_id_from date,
  add constraint employment_former_id check (num_nonnulls(former_payroll_id, payroll_id_from) in (0, 2));
create index employment_former_payroll_id on business.employment (paye_scheme_id, former_payroll_id) where former_payroll_id is not null;
call log.keep_sealed('business.employment');
