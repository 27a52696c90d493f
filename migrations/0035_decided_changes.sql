-- Why: a change request is decided step by step (spec §3, §4): its row says whose answer it waits for, so that a list shows
-- it and asks for it, and a placement has one open request at a time.
alter table request.change_request
  add column waits_for text check (waits_for in ('agency', 'client', 'contractor')),
  add constraint change_request_waits check (waits_for is null or status = 'pending');
create unique index change_request_open on request.change_request (contract_id)
  where status = 'pending' and deleted_at is null and contract_id is not null;
create index flow_approval_flow on request.flow_approval (flow_id);
create index change_request_activity_request on request.change_request_activity (change_request_id, created_at);
