-- Why: credentials and sessions live apart, in a schema that no viewer role can touch. Table shapes are
-- those of the sign-in library; platform.user is what the product shows of a person.
create table auth."user" (
  id text primary key,
  name text not null,
  email text not null unique check (email = lower(email)),
  "emailVerified" boolean not null default false,
  image text,
  "twoFactorEnabled" boolean not null default false,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now()
);

create table auth.session (
  id text primary key,
  "userId" text not null references auth."user" (id) on delete cascade,
  token text not null unique,
  "expiresAt" timestamptz not null,
  "ipAddress" text,
  "userAgent" text,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  -- For whom this session acts; a switch or a changed role holds from the next request.
  business_contact_id uuid,
  impersonator_user_id text,
  impersonator_business_id uuid,
  impersonation_reason text,
  impersonation_ends_at timestamptz
);
create index session_of_user on auth.session ("userId");

create table auth.account (
  id text primary key,
  "userId" text not null references auth."user" (id) on delete cascade,
  "accountId" text not null,
  "providerId" text not null,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  scope text,
  password text,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now()
);
create index account_of_user on auth.account ("userId");

create table auth.verification (
  id text primary key,
  identifier text not null,
  value text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now()
);
create index verification_identifier on auth.verification (identifier);

-- Failed sign-ins, to slow guessing without locking a victim out for good.
create table auth.attempt (
  id bigint generated always as identity primary key,
  email text not null,
  ip text not null,
  at timestamptz not null
);
create index attempt_email on auth.attempt (email, at desc);
create index attempt_ip on auth.attempt (ip, at desc);

create table platform."user" (
  id text primary key references auth."user" (id) on delete cascade,
  email text not null unique check (email = lower(email)),
  first_name text not null,
  last_name text not null,
  name text generated always as (first_name || ' ' || last_name) stored,
  contact_phone text,
  is_active boolean not null default true,
  is_confirmed boolean not null default false,
  preferences jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
