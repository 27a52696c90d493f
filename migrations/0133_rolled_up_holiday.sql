-- Why: workers with irregular hours are paid their holiday with each payslip. Their rate holds it, and the payslip shows it apart
-- (payroll.md §2.8, Holiday pay).
alter table business.employment
  -- Percent of pay for work; null where holiday pay is not rolled up.
  add column rolled_up_percent numeric(12,4),
  add constraint employment_rolled_up check (rolled_up_percent is null
    or (is_irregular_hours and rolled_up_percent between 12.07 and 100));
call log.keep_sealed('business.employment');
