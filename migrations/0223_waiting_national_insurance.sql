-- Why: a pay run looks for National Insurance that earlier payslips left for later pay; nearly none of them did.
create index pay_run_payslip_ni_waits on transaction.pay_run_payslip (employment_id) where kept @? '$.parts[*].ni_waits';
