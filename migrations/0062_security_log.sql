-- Why: who signed in, who was refused, who was given a role and who took personal data out is kept in one place that nobody
-- changes, for administrators to read. Rows are sealed like those of money, so verify finds an edit, and each day's rows are
-- counted and hashed in the provider's audit chain.
create table log.security_event (
  id uuid primary key,
  at timestamptz not null,
  kind text not null check (kind in (
    'sign_in', 'sign_in_quiet', 'throttled', 'sign_out', 'switch', 'new_device', 'role_approved', 'role_removed',
    'user_deactivated', 'user_reactivated', 'permission_refused', 'not_found_burst', 'csrf_refused', 'host_refused',
    'export_personal')),
  outcome text not null check (outcome in ('ok', 'refused', 'blocked')),
  -- Whom the event is about, who did it, and who acted as them.
  user_id text,
  actor_user_id text,
  impersonator_user_id text,
  business_id uuid,
  provider_id uuid,
  session_id text,
  token_id uuid,
  ip text,
  user_agent text,
  request_id text,
  count integer not null default 1 check (count > 0),
  says text not null default '',
  detail jsonb not null default '{}'
);
create index security_event_of_provider on log.security_event (provider_id, at desc, id);
create index security_event_of_business on log.security_event (business_id, at desc, id);

-- Refusals are kept 90 days, the rest 400: then the sweep may take them, and nobody before.
create function log.keep_security_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < now() - (case when old.outcome = 'ok' then interval '400 days' else interval '90 days' end) then
    return old;
  end if;
  raise exception 'security_event rows are never changed or removed' using errcode = 'restrict_violation';
end $$;
create trigger security_event_kept before update or delete on log.security_event
  for each row execute function log.keep_security_event();
call log.keep_sealed('log.security_event');
