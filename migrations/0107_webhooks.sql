-- Why: programs of a business hear of its records at once: each fact is sent, signed, to the addresses that its
-- administrators entered, and tried again while an address is down (people: webhooks).
create table platform.webhook (
  id uuid primary key,
  business_id uuid not null references business.business (id),
  url text not null check (url ~ '^https://' and length(url) <= 2000),
  events text[] not null check (events <> '{}'),
  -- Signs the deliveries. The one before signs too, for a day after a change.
  secret_enc text not null,
  old_secret_enc text,
  old_secret_until timestamptz,
  state text not null default 'active' check (state in ('active', 'paused', 'disabled')),
  -- Of a disabled one.
  reason text,
  -- The first of the failed tries since the last delivery; null after a delivery.
  failing_since timestamptz,
  created_by text not null references platform."user" (id),
  created_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  check ((old_secret_enc is null) = (old_secret_until is null)),
  check ((state = 'disabled') = (reason is not null))
);
create index webhook_of_business on platform.webhook (business_id, created_at, id);
create index webhook_of_maker on platform.webhook (created_by);
create index webhook_events on platform.webhook using gin (events) where deleted_at is null and state <> 'disabled';
call log.keep_sealed('platform.webhook');
call platform.watch_changes('platform.webhook');

create table platform.webhook_delivery (
  id uuid primary key,
  webhook_id uuid not null references platform.webhook (id),
  business_id uuid not null references business.business (id),
  -- Of the fact: the receiver knows a repeat by it.
  message_id uuid not null,
  event text not null,
  -- The record; null for a test.
  entity text,
  entity_id uuid,
  -- The body, letter by letter as it is signed.
  payload text not null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  last_attempt_at timestamptz,
  status_code integer,
  error text,
  -- The start of the answer.
  response text,
  duration_ms integer,
  lease_id uuid,
  lease_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (webhook_id, message_id),
  check ((state = 'pending') = (next_attempt_at is not null)),
  check ((entity is null) = (entity_id is null))
);
create index webhook_delivery_due on platform.webhook_delivery (webhook_id, next_attempt_at) where state = 'pending';
create index webhook_delivery_of_business on platform.webhook_delivery (business_id, created_at desc, id);
create index webhook_delivery_failed on platform.webhook_delivery (webhook_id, created_at) where state = 'failed';
create index webhook_delivery_age on platform.webhook_delivery (created_at);
call platform.watch_changes('platform.webhook_delivery');

alter table log.security_event drop constraint security_event_kind_check, add constraint security_event_kind_check check (kind in (
  'sign_in', 'sign_in_quiet', 'throttled', 'sign_out', 'switch', 'new_device', 'role_approved', 'role_removed',
  'user_deactivated', 'user_reactivated', 'permission_refused', 'not_found_burst', 'csrf_refused', 'host_refused',
  'export_personal', 'setting_changed', 'factor_added', 'factor_removed', 'factor_failed', 'recovery_used', 'session_ended',
  'invitation_sent', 'invitation_accepted', 'invitation_revoked', 'password_set', 'factor_reset', 'password_changed',
  'password_reset_asked', 'step_up', 'token_created', 'token_used_new_address', 'token_refused', 'token_revoked', 'magic_used',
  'magic_refused', 'role_asked', 'role_rejected', 'impersonation_started', 'impersonation_ended', 'impersonation_refused',
  'identity_linked', 'identity_unlinked', 'identity_refused', 'email_asked', 'email_changed', 'webhook_changed'));
