-- Why: facts of a client, contractor or payment company in force changed at one person's word. They change by the request that
-- placements have: it says which side asked, and who, so that another person approves it.
alter table request.change_request
  add column asked_by text check (asked_by in ('agency', 'client', 'contractor', 'funder', 'provider')),
  -- The person behind an impersonation.
  add column requested_as text references platform."user" (id);
call log.keep_sealed('request.change_request');
-- One open request of an agency, or of the provider's own, for a party: no agency learns of another's.
create unique index party_change_open on request.change_request (entity_id, coalesce(agency_id, provider_id))
  where status = 'pending' and deleted_at is null and subject in ('client', 'contractor', 'payment_company', 'service')
    and type <> 'credit_limit';
create index change_request_entity on request.change_request (entity_id, created_at desc)
  where deleted_at is null and entity_id is not null;
