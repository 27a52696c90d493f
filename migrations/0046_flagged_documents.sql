-- Why: what is disputed or paid in part is a document in a hundred and looked for every day; in an index of all documents it
-- is found only at the end of it. These hold such documents alone, in the order that the list opens with, and cost nothing
-- where a document is none of them (what is disallowed has its own since 0022).
create index invoice_disputed on transaction.invoice (agency_id, human_id desc) where deleted_at is null and is_disputed;
create index invoice_part_paid on transaction.invoice (agency_id, human_id desc) where deleted_at is null and is_part_paid;
create index invoice_disallowed_status on transaction.invoice (agency_id, disallowed_status)
  where deleted_at is null and disallowed_status is not null;

-- Corrections that a client, a contractor or a funder is told of: found among his own, not among all there are.
create index refinement_client on transaction.refinement (client_id, updated_at desc) where deleted_at is null;
create index refinement_contractor on transaction.refinement (contractor_id, updated_at desc) where deleted_at is null;
create index refinement_funder on transaction.refinement (funder_id, updated_at desc) where deleted_at is null;
