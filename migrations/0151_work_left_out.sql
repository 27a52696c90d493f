-- Why: a timesheet in doubt held up the pay of everybody else. A pay run leaves it out, with the reason, and it waits for
-- another one.
alter table transaction.pay_run add column left_out jsonb not null default '[]' check (jsonb_typeof(left_out) = 'array');
call log.keep_sealed('transaction.pay_run');
