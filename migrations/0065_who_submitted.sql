-- Why: a placement is brought into force by the provider, and never by the person who submitted it.
alter table contract.contract add column submitted_by text references platform."user" (id);
