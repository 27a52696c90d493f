-- Why: a reversed credit is a set of its own with positive amounts, so that of a single document or a permanent placement it
-- met the index of the billed contract. Corrections are left out, as 0019 leaves them out for timesheets and expenses.
drop index transaction.invoice_set_of_contract;
create unique index invoice_set_of_contract on transaction.invoice_set (contract_id, version, generation_type)
  where timesheet_id is null and expense_id is null and status <> 'credit';
