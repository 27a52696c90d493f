-- Why: a user finds his exports again, each under its list's name with its file, until the file is removed
-- (design: experience.md, list bar; spec §2, Export and Templates menus).
alter table platform.job
  -- What the user started, in words: `Invoices as CSV`.
  add column label text,
  -- The file that the job left, and whether it is still there to be downloaded.
  add column file_name text,
  add column file_size bigint,
  add column has_file boolean not null default false,
  add column file_expires_at timestamptz,
  add check (not has_file or (file_name is not null and file_size is not null and file_expires_at is not null));
create index job_file_expires on platform.job (file_expires_at) where has_file;
