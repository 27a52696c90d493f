-- Why: papers of parties (right to work, terms, agreements) are checked by a second person, end on a day, and decide on the
-- compliance status of the link that they are for.
insert into platform.feature (code, name) values ('compliance_documents', 'Compliance documents');
call log.keep_sealed('platform.feature', 'code');
alter table platform.document
  add column service_id uuid references business.service (id),
  add column valid_from date,
  add column valid_to date check (valid_to >= valid_from),
  add column reference text,
  add column method text check (method in ('manual_list_a', 'manual_list_b', 'online', 'idsp')),
  add column comment text,
  -- The number of the paper among those of its kind.
  add column round integer,
  add column uploaded_by text references platform."user" (id),
  add column verified_by text references platform."user" (id),
  add column verified_at timestamptz,
  -- Two people.
  add constraint document_second_person check (verified_by is distinct from uploaded_by or verified_by is null);
create index document_service on platform.document (service_id, type) where deleted_at is null and service_id is not null;
create index document_business on platform.document (business_id, type) where deleted_at is null and uploaded_by is not null;
create index document_ends on platform.document (valid_to) where deleted_at is null and status = 'completed' and valid_to is not null;
-- Without the feature no paper is asked for, so every link is in order.
update business.service set compliance_status = 'compliant' where compliance_status <> 'compliant';
call log.keep_sealed('business.service');
