-- Why: whoever enters a client, a contractor or a payment company could use it for funded work at once. A party is drafted,
-- submitted and approved by another person, and what was typed stays on the server until it is submitted.
insert into platform.feature (code, name) values ('party_approval', 'Approval of new parties');
call log.keep_sealed('platform.feature', 'code');

alter table business.business
  add column submitted_by text references platform."user" (id),
  -- The person behind an impersonation.
  add column submitted_as text references platform."user" (id),
  -- Of the last step of its onboarding.
  add column status_at timestamptz,
  add column status_comment text;
create index business_onboarding on business.business (provider_id, status)
  where status in ('submitted', 'approved', 'rejected') and deleted_at is null;
call log.keep_sealed('business.business');

create table request.draft_request (
  id uuid primary key,
  entity text not null check (entity in ('client', 'contractor', 'limited', 'umbrella', 'selfemployed', 'payer')),
  -- The party, once it was submitted.
  entity_id uuid references business.business (id),
  title text not null,
  status text not null check (status in ('draft', 'submitted', 'approved', 'rejected', 'onboarded')),
  requested_data jsonb not null check (jsonb_typeof(requested_data) = 'object' and length(requested_data::text) <= 65536),
  version integer not null check (version > 0),
  -- Whose people draft it; nobody else reads it.
  business_id uuid not null references business.business (id),
  agency_id uuid references business.business (id),
  created_by text not null references platform."user" (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create unique index draft_request_party on request.draft_request (entity_id) where deleted_at is null and entity_id is not null;
create index draft_request_business on request.draft_request (business_id, updated_at desc) where deleted_at is null;
create index draft_request_agency on request.draft_request (agency_id) where agency_id is not null;
call platform.watch_changes('request.draft_request');
