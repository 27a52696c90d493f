-- Why: the specification names two objects of a contract: its requisites, with the extended payment terms, and its preference
-- about timesheets. The first was always empty, the second was missing. Both follow the columns that verbs write.
create function contract.requisites_of(is_extended_contractor_payment_terms boolean) returns jsonb
language sql immutable parallel safe as $$
  select jsonb_build_object('is_extended_contractor_payment_terms', is_extended_contractor_payment_terms)
$$;
create function contract.preference_of(timesheet_submit text, manual_timesheet_approval boolean) returns jsonb
language sql immutable parallel safe as $$
  select jsonb_build_object('timesheet_submit', timesheet_submit, 'manual_timesheet_approval', manual_timesheet_approval)
$$;

alter table contract.contract drop column requisites;
alter table contract.contract
  add column requisites jsonb not null
    generated always as (contract.requisites_of(is_extended_contractor_payment_terms)) stored,
  add column contract_preference jsonb not null
    generated always as (contract.preference_of(timesheet_submit, manual_timesheet_approval)) stored;
call log.keep_sealed('contract.contract');
