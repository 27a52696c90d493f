-- Why: the client's status determination statement is a paper of the placement, checked by a second person, with the
-- contractor's disagreement and its answer. A small client determines nothing: the contractor does (onboarding §2.6, §4.5).
alter table contract.contract add column ir35_determined_by text check (ir35_determined_by in ('client', 'contractor'));
call log.keep_sealed('contract.contract');

create table contract.status_determination (
  id uuid primary key,
  contract_id uuid not null references contract.contract (id),
  -- Statements of one placement follow one another by number; the newest verified one counts.
  round integer not null check (round > 0),
  status text not null check (status in ('inprogress', 'completed', 'rejected', 'withdrawn')),
  decision text not null check (decision in ('inside', 'outside')),
  reasons text not null,
  determined_by text not null,
  determined_on date not null,
  uploaded_by text not null references platform."user" (id),
  verified_by text references platform."user" (id),
  verified_at timestamptz,
  comment text,
  disagreed_on date check (disagreed_on >= determined_on),
  disagreement text,
  answered_on date check (answered_on >= disagreed_on),
  answer_outcome text check (answer_outcome in ('upheld', 'changed')),
  answer text,
  provider_id uuid not null references business.business (id),
  agency_id uuid not null references business.business (id),
  client_id uuid not null references business.business (id),
  contractor_id uuid not null references business.business (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  unique (contract_id, round),
  -- Two people.
  check (verified_by is distinct from uploaded_by or verified_by is null),
  check ((disagreed_on is null) = (disagreement is null)),
  check ((answered_on is null) = (answer is null) and (answered_on is null) = (answer_outcome is null)),
  check (answered_on is null or disagreed_on is not null)
);
create index status_determination_agency on contract.status_determination (agency_id) where deleted_at is null;
create index status_determination_client on contract.status_determination (client_id) where deleted_at is null;
create index status_determination_contractor on contract.status_determination (contractor_id) where deleted_at is null;
create index status_determination_provider on contract.status_determination (provider_id) where deleted_at is null;
call log.keep_sealed('contract.status_determination');
call platform.watch_changes('contract.status_determination');
