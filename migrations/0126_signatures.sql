-- Why: agreements are signed here: a document is sent to its signers, each signs by link or session, and the last
-- signature seals the file. What happens to it is written down in a chain, and never changed.
alter table platform.document
  add column created_by text references platform."user" (id),
  add column created_by_name text,
  add column sent_at timestamptz,
  add column expires_at timestamptz,
  add column completed_at timestamptz,
  -- Why it was voided or declined.
  add column reason text,
  -- Of the file as sent, of the sealed one, and of the certificate of completion.
  add column frozen_sha256 text,
  add column final_sha256 text,
  add column certificate_sha256 text,
  -- SHA-256 of the certificate that sealed both.
  add column sealed_by text;
create index document_in_progress on platform.document (expires_at) where status = 'inprogress' and deleted_at is null;
create index document_maker on platform.document (created_by) where created_by is not null;

create table platform.signer (
  id uuid primary key,
  document_id uuid not null references platform.document (id),
  -- Equal positions sign in parallel, lower ones first.
  position integer not null check (position between 1 and 20),
  role text not null check (role in ('signer', 'approver', 'copy')),
  party text not null check (party in ('agency', 'client', 'contractor', 'funder', 'provider')),
  business_id uuid references business.business (id),
  contact_id uuid references business.business_contact (id),
  name text not null,
  email text not null,
  status text not null check (status in ('waiting', 'asked', 'viewed', 'signed', 'declined')),
  -- The code proves an address that nobody has proved before.
  auth text not null check (auth in ('link', 'link_and_code')),
  signature_kind text check (signature_kind in ('typed', 'drawn')),
  asked_at timestamptz,
  viewed_at timestamptz,
  signed_at timestamptz,
  reminded_at timestamptz,
  reassigned_at timestamptz,
  comment text,
  ip text,
  user_agent text,
  provider_id uuid, agency_id uuid, client_id uuid, contractor_id uuid, funder_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index signer_of_document on platform.signer (document_id, position);
create index signer_business on platform.signer (business_id) where business_id is not null;
create index signer_contact on platform.signer (contact_id) where contact_id is not null;
create index signer_of_agency on platform.signer (agency_id);
create index signer_of_provider on platform.signer (provider_id);
create index signer_of_client on platform.signer (client_id) where client_id is not null;
create index signer_of_contractor on platform.signer (contractor_id) where contractor_id is not null;
call log.keep_sealed('platform.signer');
call platform.watch_changes('platform.signer');

create table platform.signature_field (
  id uuid primary key,
  signer_id uuid not null references platform.signer (id),
  kind text not null check (kind in ('signature', 'name', 'date', 'text', 'checkbox')),
  -- In percent of the page; null: on a page of signatures behind the others.
  page integer check (page > 0),
  x numeric(12,4), y numeric(12,4), w numeric(12,4), h numeric(12,4),
  required boolean not null,
  value jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index field_of_signer on platform.signature_field (signer_id);
call log.keep_sealed('platform.signature_field');

create table log.signature_event (
  id uuid primary key,
  document_id uuid not null references platform.document (id),
  event_no integer not null,
  kind text not null,
  signer_id uuid references platform.signer (id),
  -- In words.
  says text not null,
  at timestamptz not null,
  ip text,
  user_agent text,
  previous_hash text not null,
  hash text not null,
  unique (document_id, event_no)
);
create index signature_event_signer on log.signature_event (signer_id);
create trigger signature_event_kept before update or delete on log.signature_event
  for each row execute function platform.refuse_change();
call log.keep_sealed('log.signature_event');

create table auth.sign_token (
  id uuid primary key,
  token_hash bytea not null unique,
  signer_id uuid not null references platform.signer (id),
  auth text not null check (auth in ('link', 'link_and_code')),
  return_url text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index sign_token_of_signer on auth.sign_token (signer_id);

-- The code of a link, the last one; five tries, ten minutes.
create table auth.sign_code (
  token_id uuid primary key references auth.sign_token (id),
  code_hash bytea not null,
  sent integer not null,
  tries integer not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  proven_at timestamptz
);
