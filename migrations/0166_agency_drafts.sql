-- Why: an agency was in force as soon as one person of the provider entered it. It is drafted, submitted and approved by
-- another person, like funders. Agencies of earlier stay in force.
alter table request.draft_request
  drop constraint draft_request_entity_check,
  add constraint draft_request_entity_check
    check (entity in ('client', 'contractor', 'limited', 'umbrella', 'selfemployed', 'payer', 'funder', 'agency'));
