-- Why: a business words its mails on records itself.
create table config.mail_template (
  id uuid primary key,
  template text not null check (template in ('message', 'reminder', 'documents')),
  subject text not null check (length(subject) between 1 and 200),
  text text not null check (length(text) between 1 and 4000),
  business_id uuid not null references business.business (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create unique index mail_template_of_business on config.mail_template (business_id, template) where deleted_at is null;
call log.keep_sealed('config.mail_template');
call platform.watch_changes('config.mail_template');
