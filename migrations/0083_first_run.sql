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
  'sign_in', 'sign_in_quiet', 'throttled', 'sign_out', 'switch', 'new_device', 'role_approved', 'role_removed',
  'user_deactivated', 'user_reactivated', 'permission_refused', 'not_found_burst', 'csrf_refused', 'host_refused',
  'export_personal', 'setting_changed'));
