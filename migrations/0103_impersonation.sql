-- Why: support acts as a person in sight of everybody concerned: with a reason, for minutes, in a session that hangs on the
-- session of before, and with a log that says what was done. The administrators of a business may close it to support.
alter table auth.session add column impersonator_session_id text;
create index session_of_impersonator on auth.session (impersonator_session_id) where impersonator_session_id is not null;

alter table business.business add column support_access boolean not null default true;
call log.keep_sealed('business.business');

alter table log.impersonation
  -- Of the person, and of the impersonator.
  add column business_id uuid,
  add column impersonator_business_id uuid,
  add column impersonator_name text not null default '',
  add column session_id text,
  add column ends_at timestamptz,
  add column ended_by text check (ended_by in ('impersonator', 'time', 'revoked')),
  -- Ids of the actions that changed something.
  add column actions text[] not null default '{}';
call log.keep_sealed('log.impersonation');
create unique index impersonation_open on log.impersonation (impersonator_user_id) where ended_at is null;
create index impersonation_of_business on log.impersonation (business_id, started_at desc);
create index impersonation_of_user on log.impersonation (user_id, started_at desc);
create index audit_of_impersonator on log.audit (impersonator_user_id, at) where impersonator_user_id is not null;

alter table platform.outbox add column impersonator_user_id text;

alter table log.security_event drop constraint security_event_kind_check, add constraint security_event_kind_check check (kind in (
  'sign_in', 'sign_in_quiet', 'throttled', 'sign_out', 'switch', 'new_device', 'role_approved', 'role_removed',
  'user_deactivated', 'user_reactivated', 'permission_refused', 'not_found_burst', 'csrf_refused', 'host_refused',
  'export_personal', 'setting_changed', 'factor_added', 'factor_removed', 'factor_failed', 'recovery_used', 'session_ended',
  'invitation_sent', 'invitation_accepted', 'invitation_revoked', 'password_set', 'factor_reset', 'password_changed',
  'password_reset_asked', 'step_up', 'token_created', 'token_used_new_address', 'token_refused', 'token_revoked', 'magic_used',
  'magic_refused', 'role_asked', 'role_rejected', 'impersonation_started', 'impersonation_ended', 'impersonation_refused'));
