-- Why: a business words the mails that the product sends by itself, and each published version of its words stays as it was.
alter table config.mail_template
  drop constraint mail_template_template_check,
  add constraint mail_template_template_check check (template in ('message', 'reminder', 'documents', 'invoice', 'self_bill',
    'credit_note', 'consolidated_invoice', 'payment_advice', 'statement', 'invitation', 'details_link')),
  add column version integer not null default 1 check (version > 0),
  add column status text not null default 'published' check (status in ('published', 'archived'));
alter table config.mail_template alter column version drop default, alter column status drop default;
drop index config.mail_template_of_business;
create unique index mail_template_of_business on config.mail_template (business_id, template)
  where status = 'published' and deleted_at is null;
create unique index mail_template_version on config.mail_template (business_id, template, version) where deleted_at is null;

create function config.keep_published_words() returns trigger language plpgsql as $$
begin
  if (old.template, old.subject, old.text, old.business_id, old.version)
       is distinct from (new.template, new.subject, new.text, new.business_id, new.version) then
    raise exception 'a published version of a mail never changes' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger mail_template_kept before update on config.mail_template
  for each row execute function config.keep_published_words();
call log.keep_sealed('config.mail_template');
