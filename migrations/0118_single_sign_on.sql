-- Why: a business has its people sign in at its own provider of accounts, and may require it. A session says through which
-- provider it came.
create table business.identity_provider (
  id uuid primary key,
  business_id uuid not null references business.business (id),
  type text not null check (type in ('google', 'microsoft', 'oidc')),
  -- As pages speak of it.
  name text not null check (name <> ''),
  -- Never changed: another issuer is another provider, whose accounts nobody has linked.
  issuer text not null,
  tenant_id text,
  hosted_domain text,
  -- We, as the provider knows us.
  application_id text not null check (application_id <> ''),
  client_secret_enc text not null,
  -- A TXT record with it proves a domain.
  verify_token text not null unique,
  domains text[] not null default '{}',
  proven_domains text[] not null default '{}',
  required boolean not null default false,
  -- People have notice until then.
  required_from timestamptz,
  provider_mfa text not null default 'ignored' check (provider_mfa in ('ignored', 'trusted')),
  -- Administrators who may sign in with a passkey instead.
  exempt_contact_ids text[] not null default '{}' check (cardinality(exempt_contact_ids) <= 2),
  -- The last sign-in of an administrator through it.
  tested_at timestamptz,
  created_by text not null references platform."user" (id),
  created_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  check ((type = 'microsoft') = (tenant_id is not null)),
  check ((type = 'google') = (hosted_domain is not null)),
  check (required = (required_from is not null)),
  check (proven_domains <@ domains)
);
create unique index identity_provider_of_business on business.identity_provider (business_id) where deleted_at is null;
create index identity_provider_maker on business.identity_provider (created_by);
create index identity_provider_domain on business.identity_provider using gin (proven_domains) where deleted_at is null;
call log.keep_sealed('business.identity_provider');
call platform.watch_changes('business.identity_provider');

-- Accounts of a business's own provider: the issuer is the id of its row, so that no other provider speaks of them.
alter table auth.identity drop constraint identity_provider_check,
  add constraint identity_provider_check check (provider in ('google', 'microsoft', 'business'));

alter table auth.session add column identity_provider_id uuid references business.identity_provider (id);
create index session_identity_provider on auth.session (identity_provider_id) where identity_provider_id is not null;

alter table auth.challenge drop constraint challenge_kind_check,
  add constraint challenge_kind_check check (kind in ('mail', 'second_factor', 'enrol', 'sso')),
  add column identity_provider_id uuid references business.identity_provider (id);
create index challenge_identity_provider on auth.challenge (identity_provider_id) where identity_provider_id is not null;

alter table auth.oidc_state
  add column identity_provider_id uuid references business.identity_provider (id),
  -- Of a person who has shown who they are, and goes on at the provider: how.
  add column first_methods text[];
create index oidc_state_identity_provider on auth.oidc_state (identity_provider_id) where identity_provider_id is not null;
