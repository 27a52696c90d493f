-- Why: a task is not counted while the person's own decision on its record waits for its ten seconds.
alter table log.notification_log add column held_decision_id uuid references request.held_decision (id);
create index notification_held on log.notification_log (held_decision_id) where held_decision_id is not null;
