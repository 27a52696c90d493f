-- Why: a mail keeps the answer of the mail server, its tries and the next one, and the business that sent it, whose people
-- follow its delivery (onboarding §7, mail_card; decision 0170).
alter table log.mail drop constraint mail_status_check,
  add constraint mail_status_check
    check (status in ('queued', 'kept', 'sent', 'deferred', 'refused', 'given_up', 'failed')),
  add column answer text,
  add column tries integer not null default 0 check (tries >= 0),
  add column next_try_at timestamptz,
  add column sender_business_id uuid references business.business (id),
  add column communication_id uuid,
  add constraint mail_next_try check (next_try_at is null or status = 'deferred');
create index mail_sender on log.mail (sender_business_id, parent_id, created_at desc) where sender_business_id is not null;
create index mail_communication on log.mail (communication_id) where communication_id is not null;
call log.keep_sealed('log.mail');
