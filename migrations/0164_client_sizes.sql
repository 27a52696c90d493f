-- Why: the size of a client decides who determines the IR35 status of its placements, and holds for one tax year
-- (onboarding §2.6): a client that is not small gives a status determination statement.
create table business.client_size (
  id uuid primary key,
  client_id uuid not null references business.business (id),
  -- The year in which the tax year begins: 2026 is 2026-27.
  tax_year integer not null check (tax_year between 2017 and 2100),
  size text not null check (size in ('small', 'medium_large', 'public_sector')),
  -- The person or firm who states it.
  stated_by text not null,
  stated_on date not null,
  provider_id uuid not null references business.business (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  unique (client_id, tax_year)
);
create index client_size_provider on business.client_size (provider_id) where deleted_at is null;
call log.keep_sealed('business.client_size');
call platform.watch_changes('business.client_size');
