-- Why: funding and IR35 status of a placement in force change from a day on. Work that begins before keeps the terms of then:
-- a list of {until, funding_type, expense_funding_type, ir35_status}, one entry a change.
alter table contract.contract add column former_terms jsonb not null default '[]';
call log.keep_sealed('contract.contract');
