-- Why: a person's inbox holds tasks, which are open while their record waits, and notices (people: notifications).
alter table log.notification_log
  -- Null: a notice to the person, whatever business they act for.
  add column business_contact_id uuid references business.business_contact (id),
  -- Of the contact, so that a change signals to this business alone.
  add column business_id uuid references business.business (id),
  add column kind text not null default 'message' check (kind ~ '^[a-z_]{1,40}$'),
  add column class text not null default 'notice' check (class in ('task', 'notice')),
  add column entity text,
  add column entity_id uuid,
  -- One fact, one row for each person.
  add column fact_key text not null default platform.new_id()::text unique,
  add column state text not null default 'open' check (state in ('open', 'snoozed', 'done')),
  add column snoozed_until timestamptz,
  add column done_at timestamptz,
  add column assigned_from uuid references business.business_contact (id),
  add column actor_user_id text,
  add column mail text not null default 'off' check (mail in ('now', 'daily', 'off')),
  add column mailed_at timestamptz,
  add check ((business_contact_id is null) = (business_id is null)),
  add check (class = 'notice' or business_contact_id is not null),
  add check ((entity is null) = (entity_id is null)),
  add check ((state = 'snoozed') = (snoozed_until is not null)),
  add check ((state = 'done') = (done_at is not null));

drop index log.notification_user;
create index notification_user on log.notification_log (user_id, state, created_at desc);
create index notification_of_record on log.notification_log (entity_id, kind) where class = 'task' and state <> 'done';
create index notification_of_contact on log.notification_log (business_contact_id) where class = 'task' and state <> 'done';
create index notification_snoozed on log.notification_log (snoozed_until) where state = 'snoozed';
create index notification_assigned_from on log.notification_log (assigned_from) where assigned_from is not null;
create index notification_business on log.notification_log (business_id) where business_id is not null;
create index job_finished on platform.job (finished_at) where finished_at is not null;

-- The signal names the business.
drop trigger live_insert on log.notification_log;
drop trigger live_update on log.notification_log;
drop trigger live_delete on log.notification_log;
call platform.watch_changes('log.notification_log');
