-- Why: payslips are issued from payroll's figures (spec §3 Payslip). Each of the figures stands on one payslip, so that nothing is
-- paid out twice or forgotten, and a payslip says whatever was taken off, as the figures do.
alter table transaction.payroll_figure add column payslip_id uuid references transaction.payslip (id);
create index payroll_figure_payslip on transaction.payroll_figure (payslip_id) where payslip_id is not null;
alter table transaction.payslip add column other_deductions numeric(15,2) not null default 0;

-- What payroll has paid is evidence, as its figures are.
call log.keep_sealed('transaction.payslip');
