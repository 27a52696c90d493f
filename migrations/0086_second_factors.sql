-- Why: a password alone opened the roles that release money. Second factors and recovery codes stand beside it, sessions say how
-- they were signed in, and a sign-in under way remembers its first factor.
create table auth.factor (
  id uuid primary key,
  user_id text not null references auth."user" (id) on delete cascade,
  type text not null check (type in ('totp')),
  label text not null,
  -- Encrypted with DATA_KEY.
  secret_enc text,
  -- Of the last used code: a code works once.
  last_step bigint,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  last_used_at timestamptz
);
create index factor_of_user on auth.factor (user_id);
call log.keep_sealed('auth.factor');

-- Deleted as they are used.
create table auth.recovery_code (
  id uuid primary key,
  user_id text not null references auth."user" (id) on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null,
  unique (user_id, code_hash)
);
call log.keep_sealed('auth.recovery_code');

alter table auth.session add column methods text[] not null default '{}';
alter table auth.challenge drop constraint challenge_kind_check;
alter table auth.challenge add constraint challenge_kind_check check (kind in ('mail', 'second_factor', 'enrol'));
alter table auth.challenge add column first_methods text[] not null default '{}';

alter table log.security_event drop constraint security_event_kind_check;
alter table log.security_event add constraint security_event_kind_check check (kind in (
  'sign_in', 'sign_in_quiet', 'throttled', 'sign_out', 'switch', 'new_device', 'role_approved', 'role_removed',
  'user_deactivated', 'user_reactivated', 'permission_refused', 'not_found_burst', 'csrf_refused', 'host_refused',
  'export_personal', 'setting_changed', 'factor_added', 'factor_removed', 'factor_failed', 'recovery_used',
  'session_ended'));
