-- Why: an expense's list counts its invoices, and its page lists them (spec §2, related-record tabs): by the expense, as by the
-- timesheet.
create index invoice_expense on transaction.invoice (expense_id) where expense_id is not null;
