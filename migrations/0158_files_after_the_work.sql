-- Why: the file of a right to work is kept for two years after the work and then deleted. The paper stays as the fact of
-- the check; this log names each file that is gone, so that verify and a restore miss none.
create table log.removed_file (
  id uuid primary key,
  attachment_id uuid not null unique references platform.attachment (id),
  document_id uuid not null references platform.document (id),
  sha256 text not null,
  why text not null,
  removed_at timestamptz not null
);
create index removed_file_document on log.removed_file (document_id);
create trigger removed_file_kept before update or delete on log.removed_file
  for each row execute function platform.refuse_change();
call log.keep_sealed('log.removed_file');
create index document_right_to_work on platform.document (business_id) where type = 'right_to_work';
