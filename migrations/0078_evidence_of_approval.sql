-- Why: an approval by hand, given by the agency in the client's name, counts once the provider accepts its evidence.
-- Null: the client approved it itself, or it is not approved.
alter table transaction.timesheet add column evidence_status text check (evidence_status in ('waiting', 'accepted'));
alter table transaction.expense add column evidence_status text check (evidence_status in ('waiting', 'accepted'));
create index timesheet_evidence_waiting on transaction.timesheet (provider_id) where evidence_status = 'waiting';
create index expense_evidence_waiting on transaction.expense (provider_id) where evidence_status = 'waiting';
