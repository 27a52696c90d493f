-- Why: a worker may have employments under several PAYE schemes of an agency, and each run took all of their work. A placement
-- now names its scheme (payroll-run, employer); null is the only scheme, or that of the worker's employment. Clients, workers and
-- funders do not read it, so it is left out of the moments that they are told of.
alter table contract.contract
  add column paye_scheme_id uuid references business.paye_scheme,
  add constraint contract_paye_scheme check (paye_scheme_id is null or type = 'temp_placement');
create index contract_by_paye_scheme on contract.contract (paye_scheme_id) where paye_scheme_id is not null;
call log.keep_sealed('contract.contract');
