-- Why: businesses write their terms and contracts once, as blocks of text with named values, and make them of records.
create table config.document_template (
  id uuid primary key,
  -- The same for all versions of a template.
  template_id uuid not null,
  kind text not null check (kind in ('business_terms', 'perm_terms', 'limited_contract', 'umbrella_contract', 'paye_terms',
    'self_billing', 'opt_out', 'assignment_schedule', 'perm_confirmation', 'agency_terms')),
  name text not null check (length(name) between 1 and 120),
  version integer not null check (version > 0),
  status text not null check (status in ('draft', 'published', 'archived')),
  blocks jsonb not null check (jsonb_typeof(blocks) = 'array'),
  revision integer not null check (revision > 0),
  business_id uuid not null references business.business (id),
  created_by text not null references platform."user" (id),
  published_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (template_id, version),
  constraint document_template_published check (status <> 'published' or published_at is not null)
);
create unique index document_template_one_draft on config.document_template (template_id) where status = 'draft';
create unique index document_template_one_published on config.document_template (template_id) where status = 'published';
create index document_template_business on config.document_template (business_id, kind, name);
create index document_template_maker on config.document_template (created_by);

-- What was published stays as it was: documents name the version that they were made from.
create function config.keep_published_template() returns trigger language plpgsql as $$
begin
  if old.published_at is not null and
     (old.kind, old.name, old.version, old.blocks, old.business_id, old.template_id, old.published_at)
       is distinct from (new.kind, new.name, new.version, new.blocks, new.business_id, new.template_id, new.published_at) then
    raise exception 'a published template never changes' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger document_template_kept before update on config.document_template
  for each row execute function config.keep_published_template();
call log.keep_sealed('config.document_template');
call platform.watch_changes('config.document_template');
