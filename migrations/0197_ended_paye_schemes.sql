-- Why: an employer that pays nobody any more tells HMRC with the last return of its PAYE scheme, and nobody is paid under the scheme
-- after that day (payroll-run, returns; decision 0150).
alter table business.paye_scheme
  add column ended_on date,
  add column ended_by_name text,
  add constraint paye_scheme_ended check (num_nonnulls(ended_on, ended_by_name) in (0, 2));
call log.keep_sealed('business.paye_scheme');
