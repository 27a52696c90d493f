-- Why: outside of a demo nobody could sign in, because nothing made the first user. An empty installation is set up in the
-- browser by the holder of a link that the server printed; each finished step stays between visits.
alter table platform.installation
  add column setup_completed_at timestamptz,
  add column setup_token_hash bytea,
  add column setup_token_expires_at timestamptz,
  -- The browser that pressed Begin.
  add column setup_browser_hash bytea,
  add column setup_browser_expires_at timestamptz,
  -- Finished steps, with facts that later ones need.
  add column setup_steps jsonb not null default '{}',
  add column public_url_seen text;
update platform.installation set setup_completed_at = now() where is_demo or exists (select from business.business);

-- Settings that people enter; those of the environment go before.
create table platform.setting (
  key text primary key check (key in ('support_email', 'mail_from')),
  value jsonb not null,
  updated_at timestamptz not null,
  updated_by text references platform."user" (id)
);
call log.keep_sealed('platform.setting', 'key');
call log.keep_keys('platform.setting');

alter table log.security_event drop constraint security_event_kind_check;
alter table log.security_event add constraint security_event_kind_check check (kind in (
  'sign_in', 'sign_in_quiet', 'throttled', 'sign_out', 'switch', 'session_ended', 'new_device', 'password_set',
  'password_changed', 'password_reset_asked', 'password_check_unavailable', 'factor_added', 'factor_removed',
  'factor_failed', 'factor_reset', 'recovery_used', 'step_up', 'identity_linked', 'identity_unlinked',
  'identity_refused', 'invitation_sent', 'invitation_accepted', 'invitation_revoked', 'user_deactivated',
  'user_reactivated', 'email_changed', 'role_asked', 'role_approved', 'role_rejected', 'role_removed',
  'impersonation_started', 'impersonation_ended', 'impersonation_refused', 'token_created',
  'token_used_new_address', 'token_refused', 'token_revoked', 'webhook_changed', 'magic_used', 'magic_refused',
  'permission_refused', 'not_found_burst', 'csrf_refused', 'host_refused', 'setting_changed', 'export_personal',
  'admin_command'));
