-- Why: people join by a link in a mail that only they read, agree to act for a business before they can, and set their own
-- password.
alter table platform."user"
  add column kind text not null default 'person' check (kind in ('person', 'service')),
  add column deactivated_at timestamptz,
  add column deactivated_by text references platform."user" (id);
call log.keep_sealed('platform.user');

-- Nobody acts for a business before they agree. People of before have.
alter table business.business_contact add column joined_at timestamptz;
update business.business_contact set joined_at = created_at where user_id is not null;
call log.keep_sealed('business.business_contact');

create table platform.invitation (
  id uuid primary key,
  business_contact_id uuid not null references business.business_contact (id),
  business_id uuid not null references business.business (id),
  email text not null,
  -- The name as the mail says it.
  invited_by text not null,
  created_by text not null references platform."user" (id),
  state text not null check (state in ('sent', 'accepted', 'expired', 'revoked')),
  sends integer not null check (sends > 0),
  last_sent_at timestamptz not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index invitation_open on platform.invitation (business_contact_id) where state in ('sent', 'expired');
create index invitation_of_business on platform.invitation (business_id, created_at desc, id);
create index invitation_end on platform.invitation (expires_at) where state = 'sent';
call log.keep_sealed('platform.invitation');
call platform.watch_changes('platform.invitation');

-- Spec §4: somebody who has not joined is unconfirmed, with no transaction.
create function platform.invitation_status(state text) returns text language sql immutable parallel safe as $$
  select case when state = 'accepted' then 'confirmed' else 'unconfirmed' end
$$;

-- Only the token of the last sending opens the invitation; the ones before name the business to ask.
create table auth.invitation_token (
  token_hash bytea primary key,
  invitation_id uuid not null references platform.invitation (id),
  send integer not null,
  created_at timestamptz not null
);

alter table log.security_event drop constraint security_event_kind_check, add constraint security_event_kind_check check (kind in (
  'sign_in', 'sign_in_quiet', 'throttled', 'sign_out', 'switch', 'new_device', 'role_approved', 'role_removed',
  'user_deactivated', 'user_reactivated', 'permission_refused', 'not_found_burst', 'csrf_refused', 'host_refused',
  'export_personal', 'setting_changed', 'factor_added', 'factor_removed', 'factor_failed', 'recovery_used', 'session_ended',
  'invitation_sent', 'invitation_accepted', 'invitation_revoked', 'password_set'));
