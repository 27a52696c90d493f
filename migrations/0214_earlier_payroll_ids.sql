-- Why: a payroll id may change again before HMRC was told of the last change. All ids that payslips had are kept with their days, so
-- that each return states the id that HMRC knows (decision 0171).
alter table business.employment
  -- The ids before the former one, oldest first: {"payroll_id", "before": the first pay day under the next id}.
  add column earlier_payroll_ids jsonb not null default '[]';
create index employment_earlier_payroll_ids on business.employment using gin (earlier_payroll_ids jsonb_path_ops)
  where earlier_payroll_ids <> '[]';
call log.keep_sealed('business.employment');
