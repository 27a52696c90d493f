-- Why: the page of a pay run showed the last net pay alone; it compares gross and net pay with the last run (payroll-run,
-- screens). Runs that were calculated before have no last gross pay.
alter table transaction.pay_run
  add column last_gross_pay numeric(15,2),
  add column gross_change numeric(15,2) generated always as (gross_pay - last_gross_pay) stored,
  add column net_change numeric(15,2) generated always as (net_pay - last_net_pay) stored;
call log.keep_sealed('transaction.pay_run');
