-- Why: what the lists of documents ask at a million rows, beyond each party's newest (0006). A search or filter by
-- somebody's name starts from the names and finds their documents by these four, whoever looks (src/data/compile-driven);
-- an agency is told apart inside the index, and all rows are the provider's.
create index invoice_of_client on transaction.invoice (client_id, agency_id) where deleted_at is null;
create index invoice_of_contractor on transaction.invoice (contractor_id, agency_id) where deleted_at is null;
create index invoice_from_business on transaction.invoice (from_business_id, agency_id) where deleted_at is null;
create index invoice_to_business on transaction.invoice (to_business_id, agency_id) where deleted_at is null;

-- The order that the list opens with (spec §9: human_id, descending) for those who see most rows. A funder sees some
-- types in some states: its rule is the index's own condition.
create index invoice_provider_human_id on transaction.invoice (provider_id, human_id desc) where deleted_at is null;
create index invoice_funder_human_id on transaction.invoice (funder_id, human_id desc)
  where deleted_at is null and status in ('open', 'closed') and type in ('provider-client', 'agency-funder', 'funder-agency', 'agency-client');

-- The two columns that lists are sorted by most: when it is due, and how much it is.
create index invoice_agency_due on transaction.invoice (agency_id, due_date) where deleted_at is null;
create index invoice_provider_due on transaction.invoice (provider_id, due_date) where deleted_at is null;
create index invoice_agency_total on transaction.invoice (agency_id, total_amount) where deleted_at is null;
create index invoice_provider_total on transaction.invoice (provider_id, total_amount) where deleted_at is null;

-- A name on a document is found whether its business still exists or not, so that a condition would keep the index out.
drop index business.business_name_trgm;
create index business_name_trgm on business.business using gin (name gin_trgm_ops);
