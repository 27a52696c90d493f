-- Why: one administrator alone could give somebody, or a second account of their own, a role that can release money. Such a
-- role now waits for a second person.
create table request.role_change (
  id uuid primary key,
  status text not null check (status in ('pending', 'approved', 'rejected', 'withdrawn', 'expired')),
  kind text not null check (kind in ('roles', 'address')),
  business_id uuid not null references business.business (id),
  provider_id uuid not null references business.business (id),
  business_contact_id uuid not null references business.business_contact (id),
  -- The person concerned; null until they have an account.
  user_id text references platform."user" (id),
  name text not null,
  -- The address that the approval holds for.
  email text not null,
  -- Added by the approval.
  roles text[] not null,
  reactivates boolean not null,
  invites boolean not null,
  new_email text check (new_email = lower(new_email)),
  asked_by text not null references platform."user" (id),
  asked_by_name text not null,
  -- Null also for the operator.
  decided_by text references platform."user" (id),
  decided_by_name text,
  decided_at timestamptz,
  comment text,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((kind = 'address') = (new_email is not null)),
  check ((status = 'pending') = (decided_at is null)),
  -- Two people, and neither is the person concerned.
  check (decided_by is distinct from asked_by or status <> 'approved'),
  check (status <> 'approved' or kind <> 'roles' or (asked_by is distinct from user_id and decided_by is distinct from user_id))
);
create unique index role_change_open on request.role_change (business_contact_id, kind) where status = 'pending';
create index role_change_of_business on request.role_change (business_id, created_at desc, id);
create index role_change_of_provider on request.role_change (provider_id, created_at desc, id);
create index role_change_of_person on request.role_change (user_id, decided_at) where status = 'approved';
create index role_change_of_asker on request.role_change (asked_by);
create index role_change_end on request.role_change (expires_at) where status = 'pending';
call log.keep_sealed('request.role_change');
call platform.watch_changes('request.role_change');

-- The people who may decide: administrators of the business; those of its provider where it has no other one. Never the
-- asker, and never the person concerned.
create function request.role_change_deciders(business_id uuid, provider_id uuid, asked_by text, user_id text, email text)
  returns table (side text, decider_id text, decider_email text) language sql stable security definer
  set search_path = pg_catalog, pg_temp as $$
  with admins as (
    select b.id, u.id as decider_id, u.email from business.business b
    join business.business_contact c on c.business_id = b.id and b.type || '_admin' = any (c.roles) and c.is_active
      and c.joined_at is not null and c.deleted_at is null
    join platform."user" u on u.id = c.user_id and u.kind = 'person' and u.is_active and u.deactivated_at is null
      and u.deleted_at is null
    where b.id in ($1, $2) and b.is_active and b.deleted_at is null
      and u.id <> $3 and u.id is distinct from $4 and u.email <> $5)
  select 'business', a.decider_id, a.email from admins a where a.id = $1
  union all
  select 'provider', a.decider_id, a.email from admins a
  where a.id = $2 and not exists (select from admins o where o.id = $1)
$$;

-- The side that decides; the operator where nobody else can.
create function request.role_change_waits_for(business_id uuid, provider_id uuid, asked_by text, user_id text, email text)
  returns text language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce((select min(d.side) from request.role_change_deciders($1, $2, $3, $4, $5) d), 'operator')
$$;

alter table log.security_event drop constraint security_event_kind_check, add constraint security_event_kind_check check (kind in (
  'sign_in', 'sign_in_quiet', 'throttled', 'sign_out', 'switch', 'new_device', 'role_approved', 'role_removed',
  'user_deactivated', 'user_reactivated', 'permission_refused', 'not_found_burst', 'csrf_refused', 'host_refused',
  'export_personal', 'setting_changed', 'factor_added', 'factor_removed', 'factor_failed', 'recovery_used', 'session_ended',
  'invitation_sent', 'invitation_accepted', 'invitation_revoked', 'password_set', 'factor_reset', 'password_changed',
  'password_reset_asked', 'step_up', 'token_created', 'token_used_new_address', 'token_refused', 'token_revoked', 'magic_used',
  'magic_refused', 'role_asked', 'role_rejected'));
