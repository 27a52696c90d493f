-- Why: mail and jobs of a restored database wait for a person, since the original may have sent them; and each restore
-- drill is kept with what it found.
alter table platform.outbox add column is_held boolean not null default false;
alter table platform.job add column is_held boolean not null default false;

create table platform.backup_drill (
  id uuid primary key default platform.new_id(),
  at timestamptz not null default now(),
  target text not null,
  -- Seconds of work that the loss of the machine would have lost, and seconds until the copy worked.
  rpo_s integer not null,
  rto_s integer not null,
  faults text[] not null
);
