-- Why: an approver decides a timesheet or an expense by the link in a mail, without a sign-in, and each decision of one person
-- waits ten seconds, in which they can undo it.
create table auth.magic_token (
  id uuid primary key,
  token_hash bytea not null unique,
  business_contact_id uuid not null references business.business_contact (id),
  category text not null,
  module text not null,
  entity text not null,
  entity_id uuid not null,
  actions text[] not null,
  -- The submission that the mail is about: a record that is submitted again has another link.
  submitted_at timestamptz not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index magic_token_of_contact on auth.magic_token (business_contact_id);

create table request.held_decision (
  id uuid primary key,
  -- transaction.timesheet or transaction.expense
  entity text not null,
  entity_ids uuid[] not null check (entity_ids <> '{}'),
  action_id text not null,
  input jsonb not null,
  business_contact_id uuid not null references business.business_contact (id),
  user_name text not null,
  via text not null check (via in ('link', 'page')),
  state text not null check (state in ('held', 'done', 'undone', 'failed')),
  runs_at timestamptz not null,
  failure text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index held_decision_due on request.held_decision (runs_at) where state = 'held';
call log.keep_sealed('request.held_decision');

-- A record that somebody is just deciding; its row goes with the end of the ten seconds.
create table request.held_record (
  entity text not null,
  entity_id uuid not null,
  held_decision_id uuid not null references request.held_decision (id),
  primary key (entity, entity_id)
);

create table auth.magic_use (
  token_id uuid not null references auth.magic_token (id),
  action text not null,
  held_decision_id uuid not null references request.held_decision (id),
  used_at timestamptz not null,
  primary key (token_id, action)
);

-- How a client's people approve; a client without a row has the usual figures.
create table business.approval_rule (
  business_id uuid primary key references business.business (id),
  -- The highest charge with VAT that a link in a mail approves; 0: none.
  approve_by_mail_limit numeric(15,2) not null check (approve_by_mail_limit >= 0),
  -- Working hours from the submission to each step.
  reminder_hours integer not null check (reminder_hours > 0),
  others_hours integer not null check (others_hours > reminder_hours),
  agency_hours integer not null check (agency_hours > others_hours),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
call log.keep_sealed('business.approval_rule', 'business_id');

alter table log.security_event drop constraint security_event_kind_check, add constraint security_event_kind_check check (kind in (
  'sign_in', 'sign_in_quiet', 'throttled', 'sign_out', 'switch', 'new_device', 'role_approved', 'role_removed',
  'user_deactivated', 'user_reactivated', 'permission_refused', 'not_found_burst', 'csrf_refused', 'host_refused',
  'export_personal', 'setting_changed', 'factor_added', 'factor_removed', 'factor_failed', 'recovery_used', 'session_ended',
  'invitation_sent', 'invitation_accepted', 'invitation_revoked', 'password_set', 'factor_reset', 'password_changed',
  'password_reset_asked', 'step_up', 'token_created', 'token_used_new_address', 'token_refused', 'token_revoked', 'magic_used',
  'magic_refused'));
