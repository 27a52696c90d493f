-- Why: for work with people under 18, or who need care because of age, infirmity or other circumstances, no opt-out of the Conduct
-- Regulations 2003 counts (regulation 32(12)), and nobody could say that a placement is such work (decision 0140).
alter table contract.contract add column is_vulnerable_work boolean not null default false;
call log.keep_sealed('contract.contract');
