-- Why: the timeline of a contractor reads their change requests, newest first.
create index change_request_contractor on request.change_request (contractor_id, created_at desc) where deleted_at is null;
