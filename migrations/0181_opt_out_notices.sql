-- Why: an opt-out of the Conduct Regulations counts for a placement if its client heard of it before the work began
-- (regulation 32(9)), so the placement keeps the day on which its client was told.
alter table contract.contract add column opt_out_told_on date;
call log.keep_sealed('contract.contract');
