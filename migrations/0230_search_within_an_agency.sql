-- Why: a text that many invoices have was looked up among those of all agencies. The agency beside the trigrams leaves its own
-- (decision 0185).
create extension if not exists btree_gin;

drop index transaction.invoice_human_id_trgm;
create index invoice_human_id_trgm on transaction.invoice using gin (human_id gin_trgm_ops, agency_id)
  where deleted_at is null;
