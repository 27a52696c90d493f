-- Why: a file of rows is read, checked and shown before anything is changed, applied row by row through the same verbs as
-- by hand, and taken back as a whole (spec §7, bulkUpload; design: import with preview and undo). What became of every
-- row stands beside it, committed together with its effect, so that work which was killed goes on where it stood.
create table platform.import (
  id uuid primary key default platform.new_id(),
  -- Template that was filled in (src/business/templates.ts), and the action that each of its rows is.
  template text not null,
  action_id text not null,
  file_name text not null,
  file_url text not null,
  sha256 text not null,
  size_bytes bigint not null,
  status text not null default 'checking' check (status in
    ('checking', 'unmapped', 'refused', 'checked', 'applying', 'applied', 'undoing', 'undone')),
  -- How the file was read.
  encoding text,
  delimiter text,
  -- Headers of the file, and for each the field of the template that it fills; null: none.
  columns jsonb not null default '[]',
  mapping jsonb not null default '[]',
  -- 'valid': the rows that can be done; 'all': all of them or none.
  mode text check (mode in ('valid', 'all')),
  row_count integer not null default 0,
  faulty_count integer not null default 0,
  applied_count integer not null default 0,
  failed_count integer not null default 0,
  message text,
  -- The job under way, or the last one.
  job_id uuid references platform.job (id),
  business_id uuid not null references business.business (id),
  user_id text not null references platform."user" (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  applied_at timestamptz,
  deleted_at timestamptz
);
create index import_of_user on platform.import (user_id, business_id, updated_at desc) where deleted_at is null;
create index import_job on platform.import (job_id) where job_id is not null;

create table platform.import_row (
  id uuid primary key default platform.new_id(),
  import_id uuid not null references platform.import (id),
  -- As a spreadsheet counts: the header is row 1.
  row_no integer not null,
  -- Rows that are done together have the number of the first of them.
  unit_no integer not null,
  -- As they stand in the file.
  cells jsonb not null,
  status text not null check (status in ('waiting', 'valid', 'faulty', 'applied', 'failed', 'undone')),
  -- Message by field of the template; under 'row' what belongs to none.
  errors jsonb not null default '{}',
  -- What it became, or what it changed.
  entity text,
  entity_id uuid,
  human_id text,
  -- What the rows were before and what they are since, for taking it back; on the first row of a unit.
  effects jsonb,
  business_id uuid not null,
  user_id text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index import_row_no on platform.import_row (import_id, row_no);
create index import_row_status on platform.import_row (import_id, status, unit_no, row_no);

call platform.watch_changes('platform.import');
call platform.watch_changes('platform.import_row');

-- How much room a business has used up with its files.
create index attachment_business on platform.attachment (business_id) include (size_bytes) where deleted_at is null;
