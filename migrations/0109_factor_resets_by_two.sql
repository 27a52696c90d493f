-- Why: a lost second factor was reset by the operator alone, on a machine of the installation. Administrators do it for their
-- people; for roles that can release money with a second person, and with a day in which a mailed link stops it.
alter table request.role_change drop constraint role_change_kind_check,
  add constraint role_change_kind_check check (kind in ('roles', 'address', 'factors')),
  add constraint role_change_factors_by_others check (status <> 'approved' or kind <> 'factors'
    or (asked_by is distinct from user_id and decided_by is distinct from user_id));

create table auth.factor_reset_wait (
  id uuid primary key,
  user_id text not null references auth."user" (id) on delete cascade,
  role_change_id uuid not null references request.role_change (id),
  state text not null check (state in ('waiting', 'done', 'stopped')),
  runs_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index factor_reset_wait_open on auth.factor_reset_wait (user_id) where state = 'waiting';
create index factor_reset_wait_due on auth.factor_reset_wait (runs_at) where state = 'waiting';
create index factor_reset_wait_of_role_change on auth.factor_reset_wait (role_change_id);
call log.keep_sealed('auth.factor_reset_wait');

create table auth.factor_reset_link (
  token_hash bytea primary key,
  factor_reset_wait_id uuid not null references auth.factor_reset_wait (id) on delete cascade
);
create index factor_reset_link_of_wait on auth.factor_reset_link (factor_reset_wait_id);

alter table log.security_event drop constraint security_event_kind_check, add constraint security_event_kind_check check (kind in (
  'sign_in', 'sign_in_quiet', 'throttled', 'sign_out', 'switch', 'new_device', 'role_approved', 'role_removed',
  'user_deactivated', 'user_reactivated', 'permission_refused', 'not_found_burst', 'csrf_refused', 'host_refused',
  'export_personal', 'setting_changed', 'factor_added', 'factor_removed', 'factor_failed', 'recovery_used', 'session_ended',
  'invitation_sent', 'invitation_accepted', 'invitation_revoked', 'password_set', 'factor_reset', 'password_changed',
  'password_reset_asked', 'step_up', 'token_created', 'token_used_new_address', 'token_refused', 'token_revoked', 'magic_used',
  'magic_refused', 'role_asked', 'role_rejected', 'impersonation_started', 'impersonation_ended', 'impersonation_refused',
  'identity_linked', 'identity_unlinked', 'identity_refused', 'email_asked', 'email_changed', 'webhook_changed',
  'factor_reset_waits', 'factor_reset_stopped'));
