-- Why: a person chooses for each kind of task and notice whether it is mailed at once, daily or not at all (people).
create table platform.notification_preference (
  id uuid primary key default platform.new_id(),
  user_id text not null references platform."user" (id),
  business_contact_id uuid not null references business.business_contact (id),
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  mail text not null check (mail in ('now', 'daily', 'off')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (business_contact_id, kind)
);
create index notification_preference_user on platform.notification_preference (user_id);

-- Mails that are still to be sent.
create index notification_to_mail on log.notification_log (created_at) where mailed_at is null and state = 'open';
