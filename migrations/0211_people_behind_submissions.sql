-- Why: support acts as a person and hands in, adds or submits in their name. Under its own name it is no second person then
-- (onboarding §4.6, people §5).
alter table contract.contract add column submitted_as text references platform."user" (id);
alter table contract.status_determination add column uploaded_as text references platform."user" (id);
alter table platform.document add column uploaded_as text references platform."user" (id);
alter table transaction.timesheet add column submitted_as text references platform."user" (id);
alter table transaction.expense add column submitted_as text references platform."user" (id);
call log.keep_sealed('contract.contract');
call log.keep_sealed('contract.status_determination');
call log.keep_sealed('platform.document');
call log.keep_sealed('transaction.timesheet');
call log.keep_sealed('transaction.expense');
