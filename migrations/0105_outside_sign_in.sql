-- Why: people sign in with the account that they have at Google or Microsoft. The account's own key names it, never its mail
-- address: whoever runs a tenant may write any address there.
create table auth.identity (
  id uuid primary key,
  user_id text not null references auth."user" (id) on delete cascade,
  provider text not null check (provider in ('google', 'microsoft')),
  -- Google: iss and sub. Microsoft: tid and oid.
  issuer text not null,
  subject text not null,
  -- The address or name that the provider gave, for its person to recognise.
  label text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  unique (provider, issuer, subject)
);
create index identity_of_user on auth.identity (user_id);
call log.keep_sealed('auth.identity');

-- Sign-ins that are at the provider; each is used once.
create table auth.oidc_state (
  state_hash bytea primary key,
  browser_hash bytea not null,
  provider text not null,
  nonce text not null,
  verifier text not null,
  return_to text not null,
  -- A person signed in links the account.
  link_user_id text references auth."user" (id) on delete cascade,
  -- Of the link of an invitation in this browser.
  invitation_hash bytea,
  expires_at timestamptz not null
);

alter table log.security_event drop constraint security_event_kind_check, add constraint security_event_kind_check check (kind in (
  'sign_in', 'sign_in_quiet', 'throttled', 'sign_out', 'switch', 'new_device', 'role_approved', 'role_removed',
  'user_deactivated', 'user_reactivated', 'permission_refused', 'not_found_burst', 'csrf_refused', 'host_refused',
  'export_personal', 'setting_changed', 'factor_added', 'factor_removed', 'factor_failed', 'recovery_used', 'session_ended',
  'invitation_sent', 'invitation_accepted', 'invitation_revoked', 'password_set', 'factor_reset', 'password_changed',
  'password_reset_asked', 'step_up', 'token_created', 'token_used_new_address', 'token_refused', 'token_revoked', 'magic_used',
  'magic_refused', 'role_asked', 'role_rejected', 'impersonation_started', 'impersonation_ended', 'impersonation_refused',
  'identity_linked', 'identity_unlinked', 'identity_refused'));
