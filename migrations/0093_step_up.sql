-- Why: a browser left open could release money, so risky actions ask again who is there. A session knows when it was last
-- confirmed; a payment needs a confirmation for itself alone.
alter table auth.session add column step_up_at timestamptz;

-- Deleted by the action that they confirm.
create table auth.step_up (
  token_hash bytea primary key,
  session_id text not null references auth.session (id) on delete cascade,
  action_id text not null,
  input_hash text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index step_up_of_session on auth.step_up (session_id);

alter table log.security_event drop constraint security_event_kind_check, add constraint security_event_kind_check check (kind in (
  'sign_in', 'sign_in_quiet', 'throttled', 'sign_out', 'switch', 'new_device', 'role_approved', 'role_removed',
  'user_deactivated', 'user_reactivated', 'permission_refused', 'not_found_burst', 'csrf_refused', 'host_refused',
  'export_personal', 'setting_changed', 'factor_added', 'factor_removed', 'factor_failed', 'recovery_used', 'session_ended',
  'invitation_sent', 'invitation_accepted', 'invitation_revoked', 'password_set', 'factor_reset', 'password_changed',
  'password_reset_asked', 'step_up'));
