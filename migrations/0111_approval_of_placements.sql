-- Why: a placement says what still keeps it from activation, and whether an approval that was given elsewhere waits for
-- the provider's check.
alter table contract.contract
  add column open_checks text[],
  add column evidence_status text check (evidence_status in ('waiting', 'accepted'));
