-- Why: nobody could replace a forgotten password. A mailed link sets a new one; the table holds its hash.
create table auth.password_reset (
  token_hash bytea primary key,
  user_id text not null references auth."user" (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index password_reset_of_user on auth.password_reset (user_id);

alter table log.security_event drop constraint security_event_kind_check, add constraint security_event_kind_check check (kind in (
  'sign_in', 'sign_in_quiet', 'throttled', 'sign_out', 'switch', 'new_device', 'role_approved', 'role_removed',
  'user_deactivated', 'user_reactivated', 'permission_refused', 'not_found_burst', 'csrf_refused', 'host_refused',
  'export_personal', 'setting_changed', 'factor_added', 'factor_removed', 'factor_failed', 'recovery_used', 'session_ended',
  'invitation_sent', 'invitation_accepted', 'invitation_revoked', 'password_set', 'factor_reset', 'password_changed',
  'password_reset_asked'));
