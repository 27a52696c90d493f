-- Why: people write mails on records. What was written, and to whom, is kept for the sender's business; each address gets
-- a mail of its own from the outbox.
create table platform.communication (
  id uuid primary key,
  business_id uuid not null references business.business (id),
  parent_entity text not null,
  parent_id uuid not null,
  subject text not null check (length(subject) between 1 and 200),
  text text not null check (length(text) between 1 and 4000),
  "to" text[] not null check (cardinality("to") between 1 and 20),
  cc text[] not null,
  file_names text[] not null,
  attachment_ids text[] not null,
  user_id text not null references platform."user" (id),
  user_name text not null,
  created_at timestamptz not null
);
create index communication_parent on platform.communication (business_id, parent_entity, parent_id, created_at desc);
create index communication_user on platform.communication (user_id);
call log.keep_sealed('platform.communication');
call platform.watch_changes('platform.communication');
