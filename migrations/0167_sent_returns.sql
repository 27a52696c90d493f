-- Why: returns to HMRC may be sent from here, with the credentials of the PAYE scheme. A return that was sent is kept with
-- HMRC's answer; a rejected one is followed by a corrected return, and the same content is never sent twice.
alter table business.paye_scheme
  -- Sender id and password, encrypted; written only.
  add column sender_enc text,
  add column sender_set_at timestamptz,
  add column sender_set_by_name text,
  add constraint paye_scheme_sender_whole check ((sender_enc is null) = (sender_set_at is null)
    and (sender_enc is null) = (sender_set_by_name is null));

alter table transaction.rti_submission
  drop constraint rti_submission_status_check,
  add constraint rti_submission_status_check check
    (status in ('built', 'validated', 'sent', 'acknowledged', 'accepted', 'rejected', 'filed_outside')),
  -- Ours: HMRC's list of messages names it, so that a lost acknowledgement is found again.
  add column transaction_id text unique check (transaction_id ~ '^[0-9A-F]{32}$'),
  add column sent_at timestamptz,
  add column sent_by_name text,
  -- Written before the message leaves: from then on HMRC may have it.
  add column posted_at timestamptz,
  add column correlation_id text,
  add column poll_url text,
  -- The next step, and the lease of a worker that takes it.
  add column poll_after timestamptz,
  -- Nobody knows whether HMRC has it: a person decides.
  add column unknown_since timestamptz,
  -- HMRC's last answer, or why there is none.
  add column answer text,
  -- Number, text, location, and the worker of the location.
  add column errors jsonb not null default '[]',
  add column error_count integer not null default 0,
  -- HMRC took none of it, so that the same file may be sent again.
  add column may_send_again boolean not null default false,
  add constraint rti_submission_sent check ((transaction_id is null) = (sent_at is null)
    and (transaction_id is null) = (sent_by_name is null)
    and (transaction_id is not null or posted_at is null)
    and (transaction_id is not null or status in ('built', 'validated', 'filed_outside'))),
  add constraint rti_submission_poll check (poll_after is null or status in ('sent', 'acknowledged')),
  add constraint rti_submission_unknown check (unknown_since is null or status in ('sent', 'acknowledged')),
  add constraint rti_submission_acknowledged check (status <> 'acknowledged' or correlation_id is not null),
  add constraint rti_submission_errors check (status <> 'rejected' or error_count > 0),
  drop constraint rti_submission_check3,
  add constraint rti_submission_receipt check ((status in ('filed_outside', 'accepted')) = (receipt is not null)
    and (receipt is null) = (filed_at is null) and (receipt is null) = (filer is null));

-- A rejected return stays beside the one that corrects it.
drop index transaction.rti_submission_of_run;
create unique index rti_submission_of_run on transaction.rti_submission (pay_run_id) where status <> 'rejected';
create index rti_submission_of_pay_run on transaction.rti_submission (pay_run_id);
drop index transaction.rti_submission_of_month;
create unique index rti_submission_of_month on transaction.rti_submission (paye_scheme_id, tax_year, tax_month)
  where kind = 'eps' and status not in ('filed_outside', 'accepted', 'rejected');
create index rti_submission_poll_after on transaction.rti_submission (poll_after) where poll_after is not null;
create index rti_submission_unknown_since on transaction.rti_submission (unknown_since) where unknown_since is not null;
create index rti_submission_rejected on transaction.rti_submission (updated_at) where status = 'rejected';

drop trigger rti_submission_kept on transaction.rti_submission;
create trigger rti_submission_kept before update or delete on transaction.rti_submission
  for each row when (old.status in ('filed_outside', 'accepted')) execute function transaction.keep_filed_return();
create function transaction.keep_sent_return() returns trigger language plpgsql as $$
begin
  raise exception 'a return that was sent keeps its content';
end $$;
create trigger rti_submission_sent_kept before update on transaction.rti_submission
  for each row when (old.transaction_id is not null and new.transaction_id is not null
    and (new.content, new.irmark, new.kind) is distinct from (old.content, old.irmark, old.kind))
  execute function transaction.keep_sent_return();
call log.keep_sealed('transaction.rti_submission');
