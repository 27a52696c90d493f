-- Why: changes that need approval, and what the platform remembers of itself.
create table request.change_request (
  id uuid primary key default platform.new_id(),
  human_id text not null unique,
  status text not null default 'pending' check (status in ('draft', 'pending', 'approved', 'rejected', 'cancelled')),
  type text not null,
  entity text not null,
  entity_id uuid,
  data jsonb not null default '{}',
  old_values jsonb not null default '{}',
  new_values jsonb not null default '{}',
  provider_id uuid not null, agency_id uuid, client_id uuid, contractor_id uuid, funder_id uuid,
  requested_by text not null,
  approved_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index change_request_agency on request.change_request (agency_id, updated_at desc) where deleted_at is null;

create table request.flow (
  id uuid primary key default platform.new_id(),
  change_request_id uuid not null references request.change_request (id),
  position integer not null,
  business_type text not null,
  provider_id uuid not null, agency_id uuid, client_id uuid, contractor_id uuid, funder_id uuid,
  created_at timestamptz not null default now(),
  unique (change_request_id, position)
);

create table request.flow_approval (
  id uuid primary key default platform.new_id(),
  flow_id uuid not null references request.flow (id),
  change_request_id uuid not null references request.change_request (id),
  business_id uuid references business.business (id),
  business_type text not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  is_most_recent boolean not null default true,
  comment text,
  user_id text,
  provider_id uuid not null, agency_id uuid, client_id uuid, contractor_id uuid, funder_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index flow_approval_request on request.flow_approval (change_request_id);

create table request.change_request_activity (
  id uuid primary key default platform.new_id(),
  change_request_id uuid not null references request.change_request (id),
  old_status text,
  new_status text not null,
  comment text,
  user_id text not null,
  user_name text not null,
  provider_id uuid not null, agency_id uuid, client_id uuid, contractor_id uuid, funder_id uuid,
  created_at timestamptz not null default now()
);

-- Hash-chained: each row holds the hash of the one before, so that a changed or missing row shows (I16).
-- Chains run per agency (or provider) so that one tenant's work does not wait for another's.
create table log.audit (
  id bigint generated always as identity primary key,
  chain_id uuid not null,
  chain_no bigint not null,
  action_id text not null,
  entity text not null,
  entity_id uuid not null,
  old_values jsonb,
  new_values jsonb,
  user_id text not null,
  impersonator_user_id text,
  business_id uuid not null,
  at timestamptz not null,
  previous_hash text not null,
  hash text not null,
  unique (chain_id, chain_no)
);
create index audit_entity on log.audit (entity, entity_id);
create trigger audit_kept before update or delete on log.audit for each row execute function platform.refuse_change();
create table log.audit_head (
  chain_id uuid primary key,
  chain_no bigint not null,
  hash text not null
);

create table log.mail (
  id uuid primary key default platform.new_id(),
  -- The business fact this mail tells; a repeat does not send twice.
  fact_key text not null unique,
  "to" text not null check ("to" = lower("to")),
  subject text not null,
  body_text text not null,
  status text not null default 'kept' check (status in ('queued', 'kept', 'sent', 'failed')),
  error text,
  parent_entity text,
  parent_id uuid,
  provider_id uuid, agency_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index mail_to on log.mail ("to", created_at desc);
create table log.mail_attachment (
  id uuid primary key default platform.new_id(),
  mail_id uuid not null references log.mail (id),
  "to" text not null,
  file_name text not null,
  content_type text not null,
  file_url text not null,
  sha256 text not null,
  size_bytes bigint not null
);
create index mail_attachment_mail on log.mail_attachment (mail_id);

create table log.notification_log (
  id uuid primary key default platform.new_id(),
  user_id text not null references platform."user" (id),
  title text not null,
  message text not null,
  link text,
  read_at timestamptz,
  created_at timestamptz not null default now()
);
create index notification_user on log.notification_log (user_id, created_at desc);

create table log.impersonation (
  id uuid primary key default platform.new_id(),
  provider_id uuid not null,
  impersonator_user_id text not null,
  user_id text not null,
  reason text not null,
  started_at timestamptz not null,
  ended_at timestamptz
);
