-- Why: a bureau's payslip may differ from the engine's because the bureau used another tax code or NI letter. Its
-- figures state both, so that the cause of a difference is found.
alter table transaction.payroll_figure
  add column tax_code text check (tax_code ~ '^[A-Z0-9]{2,8}( W1/M1)?$'),
  add column ni_letter text check (ni_letter ~ '^[A-Z]$');
alter table transaction.payroll_override
  add column tax_code text check (tax_code ~ '^[A-Z0-9]{2,8}( W1/M1)?$'),
  add column ni_letter text check (ni_letter ~ '^[A-Z]$');
call log.keep_sealed('transaction.payroll_figure');
call log.keep_sealed('transaction.payroll_override');
