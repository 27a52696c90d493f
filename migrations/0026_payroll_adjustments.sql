-- Why: PAYE work is corrected, too (money.md §1.8). What payroll has paid stays paid: its next run adjusts it, and the
-- figures of that run raise the corrected documents, for the next version of a timesheet or for a difference.
alter table transaction.refinement drop constraint refinement_status_check;
-- pending_invoices: the corrected work is approved, and waits in suspense for what its documents need.
alter table transaction.refinement add constraint refinement_status_check
  check (status in ('pending_approval', 'pending_invoices', 'completed'));

alter table transaction.payroll_figure
  -- Of the timesheet; the figures of earlier versions stay as payroll gave them.
  add column version integer not null default 1 check (version > 0),
  add column refinement_id uuid references transaction.refinement (id),
  -- What the run adjusts, against the figures before; null where nothing was paid before.
  add column gross_change numeric(15,2),
  add column net_change numeric(15,2),
  add column cost_change numeric(15,2),
  -- Figures of work that is taken off again: what is given back, by worker, HMRC and pension scheme.
  add column is_reduction boolean not null default false,
  drop constraint payroll_figure_gross_pay_check,
  drop constraint payroll_figure_holiday_pay_check,
  drop constraint payroll_figure_employee_ni_check,
  drop constraint payroll_figure_employee_pension_check,
  drop constraint payroll_figure_student_loan_check,
  drop constraint payroll_figure_other_deductions_check,
  drop constraint payroll_figure_net_pay_check,
  drop constraint payroll_figure_employer_ni_check,
  drop constraint payroll_figure_employer_pension_check,
  drop constraint payroll_figure_apprenticeship_levy_check,
  drop constraint payroll_figure_holiday_pay_retained_check,
  drop constraint payroll_figure_check1,
  -- A tax refund may come with pay, and tax be due with what is given back: only income tax has either sign.
  add constraint payroll_figure_signs check (case when is_reduction
    then greatest(gross_pay, holiday_pay, employee_ni, employee_pension, student_loan, other_deductions, employer_ni,
      employer_pension, apprenticeship_levy, holiday_pay_retained) <= 0
    else least(gross_pay, holiday_pay, employee_ni, employee_pension, student_loan, other_deductions, net_pay, employer_ni,
      employer_pension, apprenticeship_levy, holiday_pay_retained) >= 0 end),
  add constraint payroll_figure_holiday check (abs(holiday_pay) <= abs(gross_pay)),
  add constraint payroll_figure_adjusts check (num_nonnulls(gross_change, net_change, cost_change) in (0, 3)),
  add constraint payroll_figure_reduces check (not is_reduction or refinement_id is not null);

drop index transaction.payroll_figure_timesheet;
create unique index payroll_figure_timesheet on transaction.payroll_figure (timesheet_id, version) where deleted_at is null;
create index payroll_figure_refinement on transaction.payroll_figure (refinement_id) where refinement_id is not null;
