-- Why: a permanent placement is compared with the people and accounts of its agency and client, as a temporary one is.
alter table business.risk_flag drop constraint risk_flag_entity_check, add constraint risk_flag_entity_check
  check (entity in ('contract.temp_placement', 'contract.perm_placement', 'business.bank_account', 'business.business'));
