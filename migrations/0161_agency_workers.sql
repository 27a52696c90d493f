-- Why: agency workers are treated equally after 12 weeks in a role: the role, the day that follows from their timesheets,
-- and the pay of comparable employees (onboarding §2.6: AWR).
alter table contract.contract
  add column awr_role text,
  add column awr_qualifying_date date,
  add column awr_comparable_rate numeric(12, 4) check (awr_comparable_rate > 0);
call log.keep_sealed('contract.contract');
create index timesheet_of_role on transaction.timesheet (contractor_id, client_id, agency_id) where deleted_at is null;
