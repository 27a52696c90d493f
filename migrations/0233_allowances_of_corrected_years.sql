-- Why: a correction of an ended tax year can change the employment allowance of the year, and letter X the apprenticeship levy. Both
-- count over the whole year of the employer, so the correction keeps its part of them (decision 0189).
alter table transaction.year_correction
  -- Above zero where the employer uses more of it.
  add column employment_allowance numeric(15,2) not null default 0,
  -- Of the worker's payslips, and the part that is due above the levy allowance: above zero where more is due.
  add column levy_charged numeric(15,2) not null default 0,
  add column levy_due numeric(15,2) not null default 0;
alter table transaction.year_correction
  alter column employment_allowance drop default,
  alter column levy_charged drop default,
  alter column levy_due drop default;
call log.keep_sealed('transaction.year_correction');
