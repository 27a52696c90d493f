-- Why: a delivery that can never succeed ends with its reason, and the person whose action sent it is told.
alter table platform.outbox add column user_id text;
