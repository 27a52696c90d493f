-- Why: pay runs were opened by hand alone. The night opens the next one of an employer that asks for it.
alter table business.paye_scheme add column opens_runs_ahead boolean not null default false;
call log.keep_sealed('business.paye_scheme');
