-- Why: programs of a business act by a token of its own, in roles and actions that its administrators chose, and never by the
-- password of a person.
create table platform.api_token (
  id uuid primary key,
  business_id uuid not null references business.business (id),
  -- The contact that the audit names. It has no roles of its own, so that no list of people offers it.
  contact_id uuid not null unique references business.business_contact (id),
  name text not null,
  -- The only part of the token that is shown again.
  prefix text not null check (prefix ~ '^[A-Za-z0-9_-]{8}$'),
  roles text[] not null check (roles <> '{}'),
  -- Action ids, or all of an entity: transaction.timesheet.*
  actions text[] not null,
  is_read_only boolean not null,
  ip_allow text[] not null,
  expires_at timestamptz not null,
  created_by text not null references platform."user" (id),
  created_by_name text not null,
  revoked_at timestamptz,
  revoked_by text references platform."user" (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (expires_at <= created_at + interval '366 days')
);
create index api_token_of_business on platform.api_token (business_id, created_at desc, id);
create index api_token_of_maker on platform.api_token (created_by);
call log.keep_sealed('platform.api_token');
call platform.watch_changes('platform.api_token');

-- A state follows the clock. Readers know it by the day of today; the server refuses to the second.
create function platform.api_token_state(revoked_at timestamptz, expires_at timestamptz, today date) returns text
  language sql immutable parallel safe as $$
  select case when revoked_at is not null then 'revoked' when (expires_at at time zone 'Europe/London')::date < today then 'expired'
    else 'active' end
$$;

create table auth.api_token (
  token_hash bytea primary key,
  api_token_id uuid not null unique references platform.api_token (id)
);
call log.keep_sealed('auth.api_token', 'api_token_id');

-- The last call from each network; changes at most once a minute.
create table auth.api_token_use (
  api_token_id uuid not null references platform.api_token (id),
  net text not null,
  last_used_at timestamptz not null,
  last_used_ip text not null,
  primary key (api_token_id, net)
);
create function platform.api_token_last_used(token_id uuid) returns timestamptz language sql stable security definer
  set search_path = pg_catalog, pg_temp as $$ select max(last_used_at) from auth.api_token_use where api_token_id = token_id $$;
create function platform.api_token_last_ip(token_id uuid) returns text language sql stable security definer
  set search_path = pg_catalog, pg_temp as $$
  select last_used_ip from auth.api_token_use where api_token_id = token_id order by last_used_at desc, net limit 1
$$;

-- Calls of a minute, taken in portions by each server. A crash of the database starts the minute again.
create unlogged table auth.api_token_permit (
  api_token_id uuid not null,
  kind text not null check (kind in ('call', 'change')),
  minute timestamptz not null,
  portions integer not null,
  primary key (api_token_id, kind)
);

alter table log.security_event drop constraint security_event_kind_check, add constraint security_event_kind_check check (kind in (
  'sign_in', 'sign_in_quiet', 'throttled', 'sign_out', 'switch', 'new_device', 'role_approved', 'role_removed',
  'user_deactivated', 'user_reactivated', 'permission_refused', 'not_found_burst', 'csrf_refused', 'host_refused',
  'export_personal', 'setting_changed', 'factor_added', 'factor_removed', 'factor_failed', 'recovery_used', 'session_ended',
  'invitation_sent', 'invitation_accepted', 'invitation_revoked', 'password_set', 'factor_reset', 'password_changed',
  'password_reset_asked', 'step_up', 'token_created', 'token_used_new_address', 'token_refused', 'token_revoked'));
