-- Why: a calculated payslip keeps the facts that the engine computed it from, so that verify computes it again (decision 0152).
alter table transaction.pay_run_payslip
  -- State of the employment and input of the payment; null on payslips that earlier releases calculated.
  add column inputs jsonb;
call log.keep_sealed('transaction.pay_run_payslip');
