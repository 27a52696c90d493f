-- Why: what the lists ask at a million documents (docs/scale.md). Sorted or filtered by a column that no index gives in
-- order, a list read every row of its business; here it reads those columns alone, a quarter of the bytes, and then the ten
-- rows of its page. One index serves the provider, to whom the first column is all, and the agency, whose rows PostgreSQL
-- finds behind it; by state and day it serves what is overdue (src/data/wide.ts says what it holds).
create index invoice_wide on transaction.invoice (provider_id, agency_id, status, due_date)
  include (id, human_id, type, generation_type, funding_type, raised_date, period_end, last_payment_date, amount, tax_amount,
    total_amount, outstanding_balance, is_disputed, is_disallowed, is_part_paid, po_number, payment_company_type, disallowed_status)
  where deleted_at is null;

-- Lists in the order of somebody's name go through the names until the page is full (src/data/compile-walk.server.ts).
create index business_name on business.business (name);
