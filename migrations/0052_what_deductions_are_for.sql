-- Why: a payslip says what each deduction is for (Employment Rights Act 1996, s. 8). Tax, National Insurance, pension and student loan
-- say it by their names; what payroll takes off besides is said with its figures. Those that are there stay as they were sealed.
alter table transaction.payroll_figure add column other_deductions_for text;
