-- Why: people send short messages on records to contacts of other parties through a messaging service (spec §7).
create table platform.message (
  id uuid primary key,
  business_id uuid not null references business.business (id),
  parent_entity text not null,
  parent_id uuid not null,
  contact_id uuid not null references business.business_contact (id),
  contact_name text not null,
  text text not null check (length(text) between 1 and 1000),
  status text not null check (status in ('queued', 'sent', 'failed')),
  -- Why the last try did not arrive.
  error text,
  sent_at timestamptz,
  user_id text not null references platform."user" (id),
  user_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((status = 'sent') = (sent_at is not null)),
  check (status <> 'failed' or error is not null)
);
create index message_parent on platform.message (business_id, parent_entity, parent_id, created_at desc);
create index message_contact on platform.message (contact_id);
create index message_user on platform.message (user_id);
call log.keep_sealed('platform.message');
call platform.watch_changes('platform.message');
