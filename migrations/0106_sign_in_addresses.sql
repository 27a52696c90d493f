-- Why: nobody could change the address they sign in with. A link to the new address confirms it, links to the old one undo
-- it, and people of roles that can release money wait for a second person in between.
create table auth.address_change (
  id uuid primary key,
  user_id text not null references auth."user" (id) on delete cascade,
  old_email text not null check (old_email = lower(old_email)),
  new_email text not null check (new_email = lower(new_email)),
  state text not null check (state in ('asked', 'waiting', 'changed', 'undone', 'cancelled')),
  -- Of the second person.
  role_change_id uuid references request.role_change (id),
  asked_at timestamptz not null,
  changed_at timestamptz,
  updated_at timestamptz not null,
  check ((state in ('changed', 'undone')) = (changed_at is not null)),
  check (state <> 'waiting' or role_change_id is not null)
);
create unique index address_change_open on auth.address_change (user_id) where state in ('asked', 'waiting');
create index address_change_of_user on auth.address_change (user_id, asked_at);
create index address_change_of_role_change on auth.address_change (role_change_id) where role_change_id is not null;
-- Addresses that may come back.
create index address_change_of_old on auth.address_change (old_email) where state = 'changed';
call log.keep_sealed('auth.address_change');

create table auth.address_link (
  token_hash bytea primary key,
  address_change_id uuid not null references auth.address_change (id) on delete cascade,
  purpose text not null check (purpose in ('confirm', 'undo')),
  expires_at timestamptz not null
);
create index address_link_of_change on auth.address_link (address_change_id);

alter table log.security_event drop constraint security_event_kind_check, add constraint security_event_kind_check check (kind in (
  'sign_in', 'sign_in_quiet', 'throttled', 'sign_out', 'switch', 'new_device', 'role_approved', 'role_removed',
  'user_deactivated', 'user_reactivated', 'permission_refused', 'not_found_burst', 'csrf_refused', 'host_refused',
  'export_personal', 'setting_changed', 'factor_added', 'factor_removed', 'factor_failed', 'recovery_used', 'session_ended',
  'invitation_sent', 'invitation_accepted', 'invitation_revoked', 'password_set', 'factor_reset', 'password_changed',
  'password_reset_asked', 'step_up', 'token_created', 'token_used_new_address', 'token_refused', 'token_revoked', 'magic_used',
  'magic_refused', 'role_asked', 'role_rejected', 'impersonation_started', 'impersonation_ended', 'impersonation_refused',
  'identity_linked', 'identity_unlinked', 'identity_refused',
  'email_asked', 'email_changed'));
