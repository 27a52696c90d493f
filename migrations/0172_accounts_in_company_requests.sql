-- Why: a request for a limited company names the company's bank account (onboarding §3). It is kept apart from the requested
-- values, which more people read, and only until the request is decided: it is then the company's account, or gone.
alter table request.change_request
  add column asked_account jsonb,
  add constraint change_request_account check (asked_account is null or status = 'pending');
call log.keep_sealed('request.change_request');
