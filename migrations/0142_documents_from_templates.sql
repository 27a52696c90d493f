-- Why: a document for signature may be made from a template. It names the version, and the values that its record lacked:
-- until they are there it is not sent.
alter table platform.document
  add column template_id uuid references config.document_template (id),
  -- In words, as the form shows them.
  add column missing text[] not null default '{}';
create index document_of_template on platform.document (template_id) where template_id is not null;
call log.keep_sealed('platform.document');
