-- Why: a timesheet names the payslip that paid it (spec §3), and a worker reads the timesheets of a payslip.
create function transaction.timesheet_payslip(timesheet_id uuid) returns uuid language sql stable parallel safe
  -- Readers of a timesheet need not read the figures.
  security definer set search_path = pg_catalog, pg_temp as $$
  select f.payslip_id from transaction.payroll_figure f
  where f.timesheet_id = timesheet_payslip.timesheet_id and f.payslip_id is not null and f.deleted_at is null
  order by f.version desc limit 1
$$;
-- A worker's figures, for the payslips that they read.
create index payroll_figure_contractor on transaction.payroll_figure (contractor_id, updated_at desc) where deleted_at is null;
