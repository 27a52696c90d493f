-- Why: people end the mails that they send on records with words of their own.
alter table platform."user" add column mail_signature text not null default '' check (length(mail_signature) <= 500);
call log.keep_sealed('platform.user');
