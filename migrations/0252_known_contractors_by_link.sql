-- Why: a contractor whom another agency of the provider works with was entered again, as another contractor, when a second
-- agency sent a link. They ask to work with that agency as the contractor that they are, and it decides (decision 0217).
alter table auth.party_link
  add column contractor_id uuid references business.business (id),
  add column asked_by text references platform."user" (id),
  -- Null: the payee of all agencies.
  add column payee_id uuid references business.business (id),
  -- The day on which they agreed to self-billing with this agency.
  add column self_billing_from date,
  -- Why the agency declined.
  add column declined_because text check (length(declined_because) between 1 and 2000),
  add constraint party_link_asked check (case when contractor_id is null
    then num_nonnulls(asked_by, payee_id, self_billing_from, declined_because) = 0
    else num_nulls(asked_by, used_at, signed_as) = 0 end);
create index party_link_contractor on auth.party_link (contractor_id) where contractor_id is not null;
