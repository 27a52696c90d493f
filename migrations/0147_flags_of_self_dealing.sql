-- Why: accounts, addresses and names that two sides share, and unusual rates and hours, are flagged to the provider, and a
-- person of it accepts each flag with a reason (decision 0082). Flags are found again at each look; a row is an acceptance.
create table business.risk_flag (
  id uuid primary key,
  provider_id uuid not null references business.business (id),
  rule text not null,
  entity text not null check (entity in ('contract.temp_placement', 'business.bank_account', 'business.business')),
  entity_id uuid not null,
  -- The flagged facts in words: other facts of the same rule are another flag.
  facts text not null,
  comment text not null,
  accepted_by text not null references platform."user" (id),
  created_at timestamptz not null,
  unique (entity_id, rule, facts)
);
call log.keep_sealed('business.risk_flag');

-- Active officers as Companies House named them at the last look-up of the company. Public facts, without birth months.
create table business.company_officer (
  brn text not null,
  name text not null,
  found_at timestamptz not null,
  primary key (brn, name)
);
